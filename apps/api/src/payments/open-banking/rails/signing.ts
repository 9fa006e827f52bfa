import {
  constants,
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { z } from 'zod';

/** Required by UK Open Banking. */
const alg = 'PS256';
const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
const claimName = (claim: 'iat' | 'iss' | 'tan') => `http://openbanking.org.uk/${claim}`;
const trustAnchor = 'openbanking.org.uk';

export type SigningKey = Readonly<{ kid: string; privateKey: KeyObject; jwk: JsonWebKey }>;

export function readSigningKey(pem: string): SigningKey {
  const privateKey = createPrivateKey(pem);
  const { kty, n, e } = createPublicKey(privateKey).export({ format: 'jwk' });
  const kid = createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url'); // RFC 7638
  return { kid, privateKey, jwk: { kty, n, e, kid, alg, use: 'sig' } as JsonWebKey };
}

export const newSigningKey = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
const base64url = (text: string): string => Buffer.from(text).toString('base64url');

const signText = ({ privateKey }: SigningKey, text: string): string =>
  sign('sha256', Buffer.from(text), { key: privateKey, ...pss }).toString('base64url');

export function signJwt(key: SigningKey, claims: Readonly<Record<string, unknown>>): string {
  const text = `${encode({ alg, typ: 'JWT', kid: key.kid })}.${encode(claims)}`;
  return `${text}.${signText(key, text)}`;
}

/** Detached JWS: header and signature with an empty payload. */
export function signDetached(key: SigningKey, issuer: string, body: string, now: Date): string {
  const header = encode({
    alg,
    typ: 'JOSE',
    cty: 'application/json',
    kid: key.kid,
    [claimName('iat')]: Math.floor(now.getTime() / 1000),
    [claimName('iss')]: issuer,
    [claimName('tan')]: trustAnchor,
    crit: [claimName('iat'), claimName('iss'), claimName('tan')],
  });
  return `${header}..${signText(key, `${header}.${base64url(body)}`)}`;
}

const Header = z.looseObject({ alg: z.literal(alg), kid: z.string(), crit: z.array(z.string()).optional() });
export const Keys = z.object({ keys: z.array(z.looseObject({ kid: z.string(), kty: z.literal('RSA') })) });
export type Keys = z.infer<typeof Keys>;

function verifyJws(keys: Keys, header: string, payload: string, signature: string): z.infer<typeof Header> | undefined {
  const read = Header.safeParse(decode(header));
  const jwk = read.success ? keys.keys.find(({ kid }) => kid === read.data.kid) : undefined;
  if (!read.success || !jwk) return undefined;
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  const isRight = verify(
    'sha256',
    Buffer.from(`${header}.${payload}`),
    { key, ...pss },
    Buffer.from(signature, 'base64url'),
  );
  return isRight ? read.data : undefined;
}

function decode(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch {
    return undefined;
  }
}

export function readJwt(keys: Keys, token: string): unknown {
  const [header = '', payload = '', signature = '', ...more] = token.split('.');
  return more.length === 0 && verifyJws(keys, header, payload, signature) ? decode(payload) : undefined;
}

const knownClaims = [claimName('iat'), claimName('iss'), claimName('tan')];

export function isSignedBy(keys: Keys, issuer: string, body: string, signature: string): boolean {
  const [header = '', between, mark = '', ...more] = signature.split('.');
  if (between !== '' || more.length > 0) return false;
  const read = verifyJws(keys, header, base64url(body), mark);
  return (
    read !== undefined &&
    read[claimName('iss')] === issuer &&
    read[claimName('tan')] === trustAnchor &&
    (read.crit ?? []).every((claim) => knownClaims.includes(claim))
  );
}

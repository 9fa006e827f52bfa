import {
  constants,
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  sign,
  verify,
} from 'node:crypto';

const alg = 'PS256';
const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
const claim = {
  iat: 'http://openbanking.org.uk/iat',
  iss: 'http://openbanking.org.uk/iss',
  tan: 'http://openbanking.org.uk/tan',
};
const trustAnchor = 'openbanking.org.uk';
const maxAgeSeconds = 10 * 60;

export const newKey = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

export function publicJwk(pem: string): JsonWebKey & { kid: string } {
  const { kty, n, e } = createPublicKey(createPrivateKey(pem)).export({ format: 'jwk' });
  const kid = createHash('sha256').update(`${e}.${n}`).digest('base64url');
  return { kty, n, e, alg, use: 'sig', kid } as JsonWebKey & { kid: string };
}

const encodePart = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const createSignature = (pem: string, text: string): string =>
  sign('sha256', Buffer.from(text), { key: pem, ...pss }).toString('base64url');

export function writeToken(pem: string, claims: object): string {
  const text = `${encodePart({ alg, typ: 'JWT', kid: publicJwk(pem).kid })}.${encodePart(claims)}`;
  return `${text}.${createSignature(pem, text)}`;
}

export function signDetached(pem: string, issuer: string, body: string, nowMs: number): string {
  const header = encodePart({
    alg,
    kid: publicJwk(pem).kid,
    [claim.iat]: Math.floor(nowMs / 1000),
    [claim.iss]: issuer,
    [claim.tan]: trustAnchor,
    crit: Object.values(claim),
  });
  return `${header}..${createSignature(pem, `${header}.${Buffer.from(body).toString('base64url')}`)}`;
}

type Header = { alg?: unknown; kid?: unknown; crit?: unknown } & Record<string, unknown>;

function decodePart(text: string): Record<string, unknown> {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString()) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function signedHeader(jwk: JsonWebKey, header: string, payload: string, signature: string): Header | undefined {
  const said: Header = decodePart(header);
  if (said.alg !== alg || said.kid !== (jwk as { kid?: string }).kid) return undefined;
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  const isRight = verify(
    'sha256',
    Buffer.from(`${header}.${payload}`),
    { key, ...pss },
    Buffer.from(signature, 'base64url'),
  );
  return isRight ? said : undefined;
}

export function readToken(jwk: JsonWebKey, token: string): Record<string, unknown> | undefined {
  const [header = '', payload = '', signature = '', ...more] = token.split('.');
  return more.length === 0 && signedHeader(jwk, header, payload, signature) ? decodePart(payload) : undefined;
}

export function isDetachedSignatureValid(
  jwk: JsonWebKey,
  issuer: string,
  body: string,
  signature: string,
  nowMs: number,
): boolean {
  const [header = '', between, end = ''] = signature.split('.');
  if (between !== '') return false;
  const said = signedHeader(jwk, header, Buffer.from(body).toString('base64url'), end);
  const age = nowMs / 1000 - Number(said?.[claim.iat]);
  return said?.[claim.iss] === issuer && said[claim.tan] === trustAnchor && age > -60 && age < maxAgeSeconds;
}

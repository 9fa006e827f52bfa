import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import {
  CompactSign,
  calculateJwkThumbprint,
  compactVerify,
  createLocalJWKSet,
  exportJWK,
  type JWK,
  type JWTVerifyOptions,
  jwtVerify,
  SignJWT,
} from 'jose';
import { z } from 'zod';

/** Required by UK Open Banking. */
const alg = 'PS256';
const claimName = (claim: 'iat' | 'iss' | 'tan') => `http://openbanking.org.uk/${claim}`;
const trustAnchor = 'openbanking.org.uk';
const crit = { [claimName('iat')]: true, [claimName('iss')]: true, [claimName('tan')]: true };

export type SigningKey = Readonly<{ kid: string; privateKey: KeyObject; jwk: JWK }>;

export async function readSigningKey(pem: string): Promise<SigningKey> {
  const privateKey = createPrivateKey(pem);
  const jwk = await exportJWK(createPublicKey(privateKey));
  const kid = await calculateJwkThumbprint(jwk);
  return { kid, privateKey, jwk: { ...jwk, kid, alg, use: 'sig' } };
}

export const newSigningKey = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

export const signJwt = ({ kid, privateKey }: SigningKey, claims: Readonly<Record<string, unknown>>): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg, typ: 'JWT', kid }).sign(privateKey);

/** Detached JWS: header and signature with an empty payload. */
export async function signDetached(
  { kid, privateKey }: SigningKey,
  issuer: string,
  body: string,
  now: Date,
): Promise<string> {
  const jws = await new CompactSign(Buffer.from(body))
    .setProtectedHeader({
      alg,
      typ: 'JOSE',
      cty: 'application/json',
      kid,
      [claimName('iat')]: Math.floor(now.getTime() / 1000),
      [claimName('iss')]: issuer,
      [claimName('tan')]: trustAnchor,
      crit: Object.keys(crit),
    })
    .sign(privateKey, { crit });
  return jws.replace(/\.[\w-]*\./, '..');
}

export const Keys = z.object({ keys: z.array(z.looseObject({ kid: z.string(), kty: z.literal('RSA') })) });
export type Keys = z.infer<typeof Keys>;

/** The claims of a token; undefined unless it is signed with one of the keys and fits the options. */
export async function readJwt(keys: Keys, token: string, options: JWTVerifyOptions = {}): Promise<unknown> {
  try {
    return (await jwtVerify(token, createLocalJWKSet(keys), { ...options, algorithms: [alg] })).payload;
  } catch {
    return undefined;
  }
}

export async function isSignedBy(keys: Keys, issuer: string, body: string, signature: string): Promise<boolean> {
  const [header = '', between, mark = '', ...more] = signature.split('.');
  if (between !== '' || more.length > 0) return false;
  try {
    const jws = `${header}.${Buffer.from(body).toString('base64url')}.${mark}`;
    const { protectedHeader } = await compactVerify(jws, createLocalJWKSet(keys), { algorithms: [alg], crit });
    return protectedHeader[claimName('iss')] === issuer && protectedHeader[claimName('tan')] === trustAnchor;
  } catch {
    return false;
  }
}

import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import {
  CompactSign,
  calculateJwkThumbprint,
  compactVerify,
  createLocalJWKSet,
  exportJWK,
  type JWK,
  type JWTPayload,
  type JWTVerifyOptions,
  jwtVerify,
  SignJWT,
} from 'jose';

const alg = 'PS256';
const claim = {
  iat: 'http://openbanking.org.uk/iat',
  iss: 'http://openbanking.org.uk/iss',
  tan: 'http://openbanking.org.uk/tan',
};
const crit = { [claim.iat]: true, [claim.iss]: true, [claim.tan]: true };
const trustAnchor = 'openbanking.org.uk';
const maxAgeSeconds = 10 * 60;

export const newKey = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

export async function publicJwk(pem: string): Promise<JWK & { kid: string }> {
  const jwk = await exportJWK(createPublicKey(pem));
  return { ...jwk, alg, use: 'sig', kid: await calculateJwkThumbprint(jwk) };
}

export async function writeToken(pem: string, claims: JWTPayload): Promise<string> {
  const { kid } = await publicJwk(pem);
  return new SignJWT(claims).setProtectedHeader({ alg, typ: 'JWT', kid }).sign(createPrivateKey(pem));
}

export async function signDetached(pem: string, issuer: string, body: string, nowMs: number): Promise<string> {
  const { kid } = await publicJwk(pem);
  const jws = await new CompactSign(Buffer.from(body))
    .setProtectedHeader({
      alg,
      kid,
      [claim.iat]: Math.floor(nowMs / 1000),
      [claim.iss]: issuer,
      [claim.tan]: trustAnchor,
      crit: Object.values(claim),
    })
    .sign(createPrivateKey(pem), { crit });
  return jws.replace(/\.[\w-]*\./, '..');
}

/** The claims of a token; undefined unless it is signed with the key and fits the options. */
export async function readToken(jwk: JWK, token: string, options: JWTVerifyOptions): Promise<JWTPayload | undefined> {
  try {
    return (await jwtVerify(token, createLocalJWKSet({ keys: [jwk] }), { ...options, algorithms: [alg] })).payload;
  } catch {
    return undefined;
  }
}

export async function isDetachedSignatureValid(
  jwk: JWK,
  issuer: string,
  body: string,
  signature: string,
  nowMs: number,
): Promise<boolean> {
  const [header = '', between, end = ''] = signature.split('.');
  if (between !== '') return false;
  try {
    const jws = `${header}.${Buffer.from(body).toString('base64url')}.${end}`;
    const keys = createLocalJWKSet({ keys: [jwk] });
    const { protectedHeader } = await compactVerify(jws, keys, { algorithms: [alg], crit });
    const age = nowMs / 1000 - Number(protectedHeader[claim.iat]);
    return (
      protectedHeader[claim.iss] === issuer &&
      protectedHeader[claim.tan] === trustAnchor &&
      age > -60 &&
      age < maxAgeSeconds
    );
  } catch {
    return false;
  }
}

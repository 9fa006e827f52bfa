import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import pLimit from 'p-limit';

/** OWASP's smallest recommended setting, about 40 ms. PINs also depend on a pepper outside the database. */
const hashCost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;

/** Limits hashing to this many cores: a flood of logins must not starve payments. */
const limit = pLimit(2);

export async function hashSecret(secret: string | Buffer): Promise<string> {
  const salt = randomBytes(16);
  const tag = await derive(secret, salt);
  return `$argon2id$v=19$m=${hashCost.memory},t=${hashCost.passes},p=${hashCost.parallelism}$${salt.toString('base64url')}$${tag.toString('base64url')}`;
}

export async function verifySecret(secret: string | Buffer, hash: string): Promise<boolean> {
  const [, , , , salt = '', tag = ''] = hash.split('$');
  const expected = Buffer.from(tag, 'base64url');
  const derived = await derive(secret, Buffer.from(salt, 'base64url'));
  return expected.length === derived.length && timingSafeEqual(expected, derived);
}

const derive = (secret: string | Buffer, salt: Buffer): Promise<Buffer> =>
  limit(() => promisify(argon2)('argon2id', { message: secret, nonce: salt, ...hashCost }));

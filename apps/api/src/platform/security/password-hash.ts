import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { normalisePassword } from '@larkmere/contract/identity/password-rules';
import pLimit from 'p-limit';

type HashCost = Readonly<{ memory: number; passes: number; parallelism: number }>;

/** OWASP's smallest recommended setting, about 40 ms. PINs also depend on a pepper outside the database. */
export const leastHashMemoryKib = 19_456;

/** Of new hashes. Tests, which hash at every seed and sign-in, set the least that the algorithm allows. */
const newHashCost: HashCost = {
  memory: Number(process.env.PASSWORD_HASH_MEMORY_KIB ?? leastHashMemoryKib),
  passes: 2,
  parallelism: 1,
};

/** Limits hashing to this many cores: a flood of logins must not starve payments. */
const limit = pLimit(2);

export async function hashSecret(secret: string | Buffer): Promise<string> {
  const salt = randomBytes(16);
  const { memory, passes, parallelism } = newHashCost;
  const tag = await derive(secret, salt, newHashCost);
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${salt.toString('base64url')}$${tag.toString('base64url')}`;
}

/** A hash states its own cost, so that old ones still count after the cost has changed. */
export async function verifySecret(secret: string | Buffer, hash: string): Promise<boolean> {
  const [, , , cost = '', salt = '', tag = ''] = hash.split('$');
  const [memory = 0, passes = 0, parallelism = 0] = [...cost.matchAll(/\d+/g)].map(Number);
  const expected = Buffer.from(tag, 'base64url');
  const derived = await derive(secret, Buffer.from(salt, 'base64url'), { memory, passes, parallelism });
  return expected.length === derived.length && timingSafeEqual(expected, derived);
}

export const hashPassword = (password: string): Promise<string> => hashSecret(normalisePassword(password));

/** Hashes from before the passwords were normalised are of what was typed. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const normalised = normalisePassword(password);
  if (await verifySecret(normalised, hash)) return true;
  return normalised !== password && verifySecret(password, hash);
}

const derive = (secret: string | Buffer, nonce: Buffer, cost: HashCost): Promise<Buffer> =>
  limit(() => promisify(argon2)('argon2id', { message: secret, nonce, tagLength: 32, ...cost }));

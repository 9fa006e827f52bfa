import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hashPassword, hashSecret, verifyPassword, verifySecret } from './password-hash.ts';

/** As a program without the setting of the tests would hash. */
function hashByDefault(secret: string): string {
  const { PASSWORD_HASH_MEMORY_KIB: _, NODE_OPTIONS: __, ...env } = process.env;
  const program = `import { hashSecret } from ${JSON.stringify(join(import.meta.dirname, 'password-hash.ts'))};
    console.log(await hashSecret(${JSON.stringify(secret)}));`;
  return execFileSync('node', ['--input-type=module', '--eval', program], { env, encoding: 'utf8' }).trim();
}

describe('password hash', () => {
  it('costs what OWASP recommends, unless it is configured', async () => {
    const hash = hashByDefault('a bittern booms at dusk');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w-]{22}\$[\w-]{43}$/);
    expect(await verifySecret('a bittern booms at dusk', hash)).toBe(true);
  });

  it('costs little in tests', async () => {
    expect(await hashSecret('a bittern booms at dusk')).toMatch(/^\$argon2id\$v=19\$m=8,t=2,p=1\$/);
  });

  it('verifies a hash at the cost that the hash states', async () => {
    const cheap = await hashSecret('a bittern booms at dusk');
    expect(await verifySecret('a bittern booms at dusk', cheap)).toBe(true);
    expect(await verifySecret('a bittern booms at dawn', cheap)).toBe(false);
    expect(await verifySecret('a bittern booms at dusk', cheap.replace('t=2', 't=3'))).toBe(false);
  });

  it('gives every hash its own salt', async () => {
    expect(await hashSecret('one')).not.toBe(await hashSecret('one'));
  });
});

describe('a password', () => {
  const composed = 'caf\u00e9 au lait \uff11\uff12';
  const typed = 'cafe\u0301 au lait 12';

  it('is the same in every way to send its letters', async () => {
    expect(await verifyPassword(composed, await hashPassword(typed))).toBe(true);
    expect(await verifyPassword(typed, await hashPassword(composed))).toBe(true);
    expect(await verifyPassword('cafe au lait 12', await hashPassword(typed))).toBe(false);
  });

  it('that was hashed as it was typed still counts', async () => {
    expect(await verifyPassword(typed, await hashSecret(typed))).toBe(true);
    expect(await verifyPassword(composed, await hashSecret(typed))).toBe(false);
  });
});

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hashSecret, verifySecret } from './password-hash.ts';

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

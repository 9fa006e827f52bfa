import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const secrets = ['RAIL_SECRET', 'PIN_PEPPER', 'CAPTCHA_SECRET', 'SEAL_KEY', 'RATE_SECRET'];
const complete = {
  DATABASE_URL: 'postgres://bank@127.0.0.1/larkmere',
  ...Object.fromEntries(secrets.map((name) => [name, `${name} in 32 characters or more ...`])),
};

describe('configuration', () => {
  it('names what is missing', () => {
    expect(() => readConfig({})).toThrow(/DATABASE_URL[\s\S]*RAIL_SECRET[\s\S]*SEAL_KEY/);
  });

  it.each([undefined, '19456', '65536'])('hashes in production with %s KiB', (memory) => {
    const production = { ...complete, LARKMERE_MODE: 'production', PASSWORD_HASH_MEMORY_KIB: memory };
    expect(readConfig(production).mode).toBe('production');
  });

  it('looks up PromptPay IDs unless that is switched off', () => {
    expect(readConfig(complete).checksPromptPayNames).toBe(true);
    expect(readConfig({ ...complete, PROMPTPAY_NAME_CHECK: 'off' }).checksPromptPayNames).toBe(false);
    expect(() => readConfig({ ...complete, PROMPTPAY_NAME_CHECK: 'no' })).toThrow('PROMPTPAY_NAME_CHECK');
  });

  it('refuses cheap hashes in production only', () => {
    const cheap = { ...complete, PASSWORD_HASH_MEMORY_KIB: '19455' };
    expect(readConfig(cheap).mode).toBe('demo');
    expect(() => readConfig({ ...cheap, LARKMERE_MODE: 'production' })).toThrow(
      'PASSWORD_HASH_MEMORY_KIB: production needs at least 19456',
    );
  });
});

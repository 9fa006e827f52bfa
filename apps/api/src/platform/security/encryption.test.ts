import { expect, it } from 'vitest';
import { decrypt, deriveEncryptionKey, encrypt } from './encryption.ts';

const key = deriveEncryptionKey('a pepper of sixteen', 'staff');

it('decrypts with the same key for the same member', () => {
  const sealed = encrypt(key, 'mira', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP');
  expect(decrypt(key, 'mira', sealed)).toBe('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP');
  expect(sealed.toString('latin1')).not.toContain('JBSWY3DP');
});

it('encrypts to different bytes each time', () => {
  expect(encrypt(key, 'mira', 'same')).not.toEqual(encrypt(key, 'mira', 'same'));
});

it('has another key for customers than for staff', () => {
  const sealed = encrypt(key, 'mira', 'secret');
  expect(() => decrypt(deriveEncryptionKey('a pepper of sixteen', 'customer'), 'mira', sealed)).toThrow(/authenticate/);
});

it('does not decrypt for another member, with another key or with a changed byte', () => {
  const sealed = encrypt(key, 'mira', 'secret');
  expect(() => decrypt(key, 'otto', sealed)).toThrow(/authenticate/);
  expect(() => decrypt(deriveEncryptionKey('another pepper, as long', 'staff'), 'mira', sealed)).toThrow(
    /authenticate/,
  );
  for (const place of [0, 12, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
    expect(() => decrypt(key, 'mira', changed)).toThrow(/authenticate/);
  }
});

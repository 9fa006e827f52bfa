import { expect, it } from 'vitest';
import { seal, sealingKey, unseal } from './seal.ts';

const key = sealingKey('a pepper of sixteen');

it('decrypts with the same key for the same member', () => {
  const sealed = seal(key, 'mira', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP');
  expect(unseal(key, 'mira', sealed)).toBe('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP');
  expect(sealed.toString('latin1')).not.toContain('JBSWY3DP');
});

it('encrypts to different bytes each time', () => {
  expect(seal(key, 'mira', 'same')).not.toEqual(seal(key, 'mira', 'same'));
});

it('does not decrypt for another member, with another key or with a changed byte', () => {
  const sealed = seal(key, 'mira', 'secret');
  expect(() => unseal(key, 'otto', sealed)).toThrow(/authenticate/);
  expect(() => unseal(sealingKey('another pepper, as long'), 'mira', sealed)).toThrow(/authenticate/);
  for (const place of [0, 12, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
    expect(() => unseal(key, 'mira', changed)).toThrow(/authenticate/);
  }
});

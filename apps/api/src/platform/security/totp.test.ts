import { describe, expect, it } from 'vitest';
import { buildEnrolmentUri, generateTotpSecret, totpCodeAt, verifyTotpCode } from './totp.ts';

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number) => new Date(seconds * 1000);

describe('a one-time code', () => {
  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1234567890, '005924'],
    [2000000000, '279037'],
  ])('at %i is %s', async (seconds, code) => {
    expect(await totpCodeAt(secret, at(seconds))).toBe(code);
    expect(await verifyTotpCode(secret, code, at(seconds))).toBe(BigInt(Math.floor(seconds / 30)));
  });

  it('is accepted one step early or late, with its own step, and no longer', async () => {
    const code = await totpCodeAt(secret, at(3000));
    for (const seconds of [2970, 3000, 3059]) expect(await verifyTotpCode(secret, code, at(seconds))).toBe(100n);
    for (const seconds of [2969, 3060]) expect(await verifyTotpCode(secret, code, at(seconds))).toBeUndefined();
  });

  it('is valid for one secret only', async () => {
    expect(await verifyTotpCode(generateTotpSecret(), await totpCodeAt(secret, at(3000)), at(3000))).toBeUndefined();
  });
});

it('creates an enrolment URI for authenticators', () => {
  expect(buildEnrolmentUri({ issuer: 'Larkmere Staff', username: 'mira', secret })).toBe(
    `otpauth://totp/Larkmere%20Staff:mira?secret=${secret}&issuer=Larkmere%20Staff`,
  );
});

import { expect, test } from 'vitest';
import { isKycVerified } from './session.view.ts';

test.each([
  ['approved', true],
  ['approved_conditional', true],
  ['in_review', false],
  ['expired', false],
] as const)('treats an identity check that is %s as verified: %s', (kycStatus, isVerified) => {
  expect(isKycVerified(kycStatus)).toBe(isVerified);
});

import { expect, it } from 'vitest';
import { isPayableType } from './swift-access.ts';

it.each([
  ['swt', false],
  ['swiftatw', false],
  ['gbp', true],
  ['eur', true],
  ['thb', true],
  ['usd', true],
  ['localatw', true],
] as const)('without SWIFT, a payee by %s can be paid: %s', (type, isPayable) => {
  expect(isPayableType({ type }, { swiftState: false })).toBe(isPayable);
  expect(isPayableType({ type }, { swiftState: true })).toBe(true);
});

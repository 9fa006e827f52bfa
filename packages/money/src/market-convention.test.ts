import { expect, test } from 'vitest';
import { followsMarketConvention, rateWithBase } from './market-convention.ts';
import { rateOf } from './rate.ts';

test('uses the earlier currency of a pair as base', () => {
  const pairs = [
    ['GBP', 'THB'],
    ['EUR', 'GBP'],
    ['USD', 'JPY'],
  ] as const;
  for (const [base, quote] of pairs) {
    expect(followsMarketConvention({ base, quote })).toBe(true);
    expect(followsMarketConvention({ base: quote, quote: base })).toBe(false);
  }
});

test('follows the convention with one currency alone', () => {
  expect(followsMarketConvention({ base: 'GBP', quote: 'GBP' })).toBe(true);
});

test('expresses a rate in either direction without rounding', () => {
  const rate = rateOf('THB', 'GBP', 3n, 130n);
  expect(rateWithBase('THB', rate)).toEqual(rate);
  expect(rateWithBase('GBP', rate)).toEqual(rateOf('GBP', 'THB', 130n, 3n));
});

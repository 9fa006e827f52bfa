import { money } from '@larkmere/money/money';
import { expect, it } from 'vitest';
import { applyMarketingRules, type MarketingRule } from './marketing.ts';

const rule = (over: Partial<MarketingRule>): MarketingRule => ({
  code: 'SPRING',
  label: 'Spring',
  audience: 'all',
  product: 'swift',
  currency: 'GBP',
  buy: null,
  effect: 'discount',
  unit: 'pct',
  value: '25.00',
  capMinor: null,
  ends: null,
  ...over,
});
const fee = money('GBP', 1200n);
const ofSwift = { product: 'swift', tier: 'wallet' } as const;
const feeWith = (...rules: MarketingRule[]) => applyMarketingRules(rules, fee, ofSwift).fee.minor;

it('takes a percentage off up to its cap, an amount, or everything, and never more than the fee', () => {
  expect(feeWith(rule({}))).toBe(900n);
  expect(feeWith(rule({ capMinor: 100n }))).toBe(1100n);
  expect(feeWith(rule({ unit: 'fixed', value: '2.50' }))).toBe(950n);
  expect(feeWith(rule({ unit: 'fixed', value: '99.00' }))).toBe(0n);
  expect(feeWith(rule({ effect: 'waive', value: '0' }))).toBe(0n);
});

it('adds after the discounts, with a line for each', () => {
  const added = rule({ code: 'A', label: 'Campaign fee', effect: 'add', unit: 'fixed', value: '1.10' });
  expect(applyMarketingRules([added, rule({ effect: 'waive', value: '0' })], fee, ofSwift)).toEqual({
    fee: money('GBP', 110n),
    lines: [
      { label: 'Spring', amount: money('GBP', -1200n) },
      { label: 'Campaign fee', amount: money('GBP', 110n) },
    ],
  });
});

it('reads an amount of a currency without decimals', () => {
  const yen = rule({ currency: 'JPY', effect: 'add', unit: 'fixed', value: '150.00' });
  expect(applyMarketingRules([yen], money('JPY', 0n), ofSwift).fee).toEqual(money('JPY', 150n));
});

it.each([
  ['another tier', { audience: 'plus' }],
  ['another product', { product: 'local' }],
  ['another currency', { currency: 'EUR' }],
  ['an exchange into another currency', { buy: 'THB' }],
] as const)('leaves %s', (_, over) => {
  expect(applyMarketingRules([rule(over)], fee, ofSwift)).toEqual({ fee, lines: [] });
});

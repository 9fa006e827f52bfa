import { PaymentState } from '@larkmere/contract/payments/payment';
import { expect, it } from 'vitest';
import { countMasked, moneyOf } from './payment-money.ts';

it.each([
  ['submitted', 'unknown'],
  ['sent', 'sent'],
  ['completed', 'arrived'],
  ['returned', 'back'],
  ['in_review', 'waiting'],
] as const)('a payment that is %s: %s', (state, money) => {
  expect(moneyOf(state)).toBe(money);
});

it('claims for no unfinished payment that the money left', () => {
  const left = PaymentState.options.filter((state) => ['sent', 'arrived'].includes(moneyOf(state)));
  expect(left).toEqual(['sent', 'completed']);
});

it('counts masked fields at any depth', () => {
  expect(countMasked({ a: '[masked]', b: [{ c: '[masked ··1234]' }, 'EUR'], d: null })).toBe(2);
  expect(countMasked(null)).toBe(0);
});

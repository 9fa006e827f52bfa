import { describe, expect, it } from 'vitest';
import type { CardPayment } from './card-payment.api.ts';
import { merchantKind } from './merchant-kind.ts';
import { isPartRefunded, placeOf, shownAmount } from './use-payment-texts.ts';

const pounds = (amount: string) => ({ amount, currency: 'GBP' as const });
const payment = (over: Partial<CardPayment>): CardPayment =>
  ({
    amount: pounds('12.50'),
    refunded: pounds('0.00'),
    state: 'cleared',
    merchant: { name: 'Copper Kettle', city: 'York', country: 'GB', category: '5812' },
    ...over,
  }) as CardPayment;

describe('the amount in a row', () => {
  it('is what was paid, also after a refund', () => {
    expect(shownAmount(payment({}))).toEqual({ value: pounds('12.50'), isIn: false });
    expect(shownAmount(payment({ refunded: pounds('12.50'), state: 'refunded' })).isIn).toBe(false);
  });

  it('is what came back for a refund without a payment', () => {
    const refund = payment({ amount: pounds('0.00'), refunded: pounds('4.00'), state: 'refunded' });
    expect(shownAmount(refund)).toEqual({ value: pounds('4.00'), isIn: true });
  });

  it('is missing for a decline of which no amount is known', () => {
    expect(shownAmount(payment({ amount: pounds('0.00'), state: 'declined' })).value).toBeUndefined();
  });
});

it('tells a part of a refund from a whole one', () => {
  expect(isPartRefunded(payment({ refunded: pounds('5.00') }))).toBe(true);
  expect(isPartRefunded(payment({ refunded: pounds('12.50'), state: 'refunded' }))).toBe(false);
});

it('names the merchant with the town, if there is one', () => {
  expect(placeOf(payment({}))).toBe('Copper Kettle, York');
  expect(placeOf(payment({ merchant: { name: 'Shop', city: '', country: 'GB', category: '5999' } }))).toBe('Shop');
});

it.each([
  ['5812', 'restaurant'],
  ['5541', 'fuel'],
  ['6011', 'cash'],
  ['3005', 'travel'],
  ['0001', 'other'],
])('knows what kind of merchant %s is', (category, kind) => {
  expect(merchantKind(category)).toBe(kind);
});

import { type Money, money } from '@larkmere/money/money';
import { describe, expect, test } from 'vitest';
import { Refusal } from '../../platform/requests/refusal.ts';
import {
  type PaymentLimits,
  payeeBankLimitRefusal,
  remainingToday,
  requireWithinLimits,
  smallerAmount,
  viewNewPayeeLimit,
} from './limits.ts';

const gbp = (minor: bigint): Money => money('GBP', minor);
const shown = (amount: string) => ({ amount, currency: 'GBP' });
const resetsAt = new Date('2027-01-15T00:00:00Z');
const until = new Date('2027-01-15T09:30:00Z');

/** Per payment 300.00; 400.00 left of 1,000.00 today. */
const limits: PaymentLimits = {
  amount: gbp(100_00n),
  min: gbp(1_00n),
  perPayment: gbp(300_00n),
  perDay: gbp(1_000_00n),
  usedToday: gbp(600_00n),
  resetsAt,
  isScheduled: false,
};
/** 200.00 left of 250.00. */
const newPayeeLimit = { payeeId: 'payee', max: gbp(250_00n), sent: gbp(50_00n), until };

function refusalFor(change: Partial<PaymentLimits>) {
  try {
    requireWithinLimits({ ...limits, ...change });
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, reason: error.reason, data: error.data };
    throw error;
  }
  return undefined;
}

const belowMinimum = {
  code: 'amount_invalid',
  reason: { code: 'payment_below_minimum', params: { minimum: shown('1.00') } },
  data: undefined,
};
const abovePaymentLimit = {
  code: 'limit_exceeded',
  reason: { code: 'payment_limit_exceeded', params: { limit: shown('300.00') } },
  data: { limit: '300.00', currency: 'GBP', used: null, resetsAt: null },
};
const dailyData = { limit: '1000.00', currency: 'GBP', resetsAt: '2027-01-15T00:00:00.000Z' };
const aboveDailyLimit = (used: string, remaining: string) => ({
  code: 'limit_exceeded',
  reason: {
    code: 'daily_limit_exceeded',
    params: {
      remaining: shown(remaining),
      used: shown(used),
      limit: shown('1000.00'),
      resetsAt: '2027-01-15T00:00:00.000Z',
    },
  },
  data: { ...dailyData, used },
});
const aboveNewPayeeLimit = (sent: string, remaining: string) => ({
  code: 'limit_exceeded',
  reason: {
    code: 'new_payee_limit_exceeded',
    params: { remaining: shown(remaining), until: '2027-01-15T09:30:00.000Z' },
  },
  data: { limit: '250.00', currency: 'GBP', used: sent, resetsAt: '2027-01-15T09:30:00.000Z' },
});

describe('payment limits, a penny below, at and a penny above', () => {
  test.each([
    [99n, belowMinimum],
    [1_00n, undefined],
    [1_01n, undefined],
    [299_99n, undefined],
    [300_00n, undefined],
    [300_01n, abovePaymentLimit],
  ])('per payment: %s', (minor, refusal) => expect(refusalFor({ amount: gbp(minor) })).toEqual(refusal));

  test.each([
    [199_99n, undefined],
    [200_00n, undefined],
    [200_01n, aboveDailyLimit('800.00', '200.00')],
  ])('per day: %s', (minor, refusal) =>
    expect(refusalFor({ amount: gbp(minor), usedToday: gbp(800_00n) })).toEqual(refusal),
  );

  test.each([
    [999_99n, 1n, undefined],
    [999_99n, 2n, aboveDailyLimit('999.99', '0.01')],
    [1_000_00n, 1n, aboveDailyLimit('1000.00', '0.00')],
    [1_000_01n, 1n, aboveDailyLimit('1000.01', '0.00')],
  ])('with %s used today: %s', (used, minor, refusal) =>
    expect(refusalFor({ min: gbp(1n), amount: gbp(minor), usedToday: gbp(used) })).toEqual(refusal),
  );

  test.each([
    [199_99n, undefined],
    [200_00n, undefined],
    [200_01n, aboveNewPayeeLimit('50.00', '200.00')],
  ])('to a new payee: %s', (minor, refusal) =>
    expect(refusalFor({ amount: gbp(minor), newPayeeLimit })).toEqual(refusal),
  );

  test('to a new payee that has received more than the limit', () => {
    const overspent = { ...newPayeeLimit, sent: gbp(250_01n) };
    expect(refusalFor({ amount: gbp(1_00n), newPayeeLimit: overspent })).toEqual(aboveNewPayeeLimit('250.01', '0.00'));
  });

  test('of a scheduled payment are those of its date', () => {
    expect(refusalFor({ amount: gbp(200_01n), usedToday: gbp(800_00n), isScheduled: true })).toEqual({
      code: 'limit_exceeded',
      reason: {
        code: 'daily_limit_exceeded_on_date',
        params: { remaining: shown('200.00'), used: shown('800.00'), limit: shown('1000.00') },
      },
      data: { ...dailyData, used: '800.00' },
    });
  });
});

test.each<[string, Partial<PaymentLimits>, object]>([
  ['the minimum', { amount: gbp(50n), perPayment: gbp(10n), newPayeeLimit }, belowMinimum],
  ['the limit per payment, if less is allowed than is left today', { amount: gbp(500_00n) }, abovePaymentLimit],
  [
    'the limit per payment, if exactly it is left today',
    { amount: gbp(300_01n), usedToday: gbp(700_00n) },
    abovePaymentLimit,
  ],
  [
    'the daily limit, if a penny less than the limit per payment is left',
    { amount: gbp(300_01n), usedToday: gbp(700_01n) },
    aboveDailyLimit('700.01', '299.99'),
  ],
  ['the limit per payment before that of a new payee', { amount: gbp(300_01n), newPayeeLimit }, abovePaymentLimit],
  [
    'the daily limit before that of a new payee',
    { amount: gbp(250_01n), usedToday: gbp(750_00n), newPayeeLimit },
    aboveDailyLimit('750.00', '250.00'),
  ],
])('the refusal names %s', (_, change, refusal) => expect(refusalFor(change)).toEqual(refusal));

test('refuses to compare limits of another currency', () => {
  expect(() => requireWithinLimits({ ...limits, amount: money('EUR', 100_00n) })).toThrow(TypeError);
});

test('the smaller of two amounts, and what is left today', () => {
  expect([smallerAmount(gbp(1n), gbp(2n)), smallerAmount(gbp(2n), gbp(1n))]).toEqual([gbp(1n), gbp(1n)]);
  expect(remainingToday(limits)).toEqual(gbp(400_00n));
});

test('shows the limit of a new payee with what is left of it', () => {
  expect(viewNewPayeeLimit(newPayeeLimit)).toEqual({
    max: '250.00',
    remaining: '200.00',
    until: '2027-01-15T09:30:00.000Z',
  });
  expect(viewNewPayeeLimit({ ...newPayeeLimit, sent: gbp(250_01n) })?.remaining).toBe('0.00');
  expect(viewNewPayeeLimit(undefined)).toBeNull();
});

test('the refusal by the limit of the payee’s bank states the limit', () => {
  const { code, reason, data } = payeeBankLimitRefusal(gbp(50_000_00n));
  expect({ code, reason, data }).toEqual({
    code: 'limit_exceeded',
    reason: { code: 'payee_bank_limit_exceeded', params: { limit: shown('50000.00') } },
    data: { limit: '50000.00', currency: 'GBP', used: null, resetsAt: null },
  });
});

import { describe, expect, it } from 'vitest';
import { chargeOf, limitFaultOf } from './deposit-amount.ts';

const sum = (amount: string) => ({ amount, currency: 'GBP' as const });
const price = {
  currency: 'GBP' as const,
  feeBps: 80,
  minimum: sum('10.00'),
  maximum: sum('1000.00'),
  leftToday: sum('500.00'),
  acceptedFunding: ['debit' as const],
};

describe('the charge of a card', () => {
  it('is the amount and the fee', () => {
    expect(chargeOf('100', price)).toEqual({ amount: '100.00', fee: '0.80', total: '100.80' });
    expect(chargeOf('0.63', price)).toEqual({ amount: '0.63', fee: '0.01', total: '0.64' });
  });
  it.each(['', '0', 'abc', '1.005'])('is not known for %s', (typed) => expect(chargeOf(typed, price)).toBeUndefined());
});

describe('the limits of a card', () => {
  it.each([
    ['9.99', 'tooSmall'],
    ['10', undefined],
    ['500.00', undefined],
    ['500.01', 'overDay'],
    ['1000.01', 'tooLarge'],
    ['', undefined],
  ])('%s is %s', (typed, fault) => expect(limitFaultOf(typed, price)).toBe(fault));
  it('say when the day is used up', () =>
    expect(limitFaultOf('20', { ...price, leftToday: sum('0.00') })).toBe('usedUp'));
});

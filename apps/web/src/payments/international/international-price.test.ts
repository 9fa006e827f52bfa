import type { InternationalPriceView } from '@larkmere/contract/payments/international';
import { describe, expect, it, test } from 'vitest';
import { checkPrice, maxAmountOf } from './international-price.ts';

const eur = (amount: string) => ({ amount, currency: 'EUR' }) as const;
const gbp = (amount: string) => ({ amount, currency: 'GBP' }) as const;
const limit: InternationalPriceView['limit'] = {
  min: '1.00',
  perPayment: '300.00',
  perDay: '900.00',
  used: '650.00',
  remainingToday: '250.00',
  resetsAt: '2026-11-21T00:00:00Z',
  newPayeeLimit: null,
  member: null,
};
const price = (changes: Partial<InternationalPriceView>): InternationalPriceView => ({
  amount: eur('200.00'),
  fee: eur('9.00'),
  standardFee: eur('9.00'),
  feeLines: [],
  freeTransfer: { used: false, remaining: 0 },
  total: eur('209.00'),
  arrives: eur('185.00'),
  totalCost: eur('24.00'),
  arrival: { earliest: '2026-11-23T14:00:00Z', latest: '2026-11-24T16:00:00Z', holidayCoverage: 'counted' },
  requiredFields: [],
  rail: 'swift',
  opensAt: '2026-11-20T14:00:00Z',
  cutOffAt: null,
  limit,
  transliteratedNames: { payer: null, payee: null },
  schedule: null,
  queue: null,
  available: eur('209.00'),
  chargeType: 'SHA',
  sent: eur('200.00'),
  intermediaryCharges: eur('15.00'),
  exchange: null,
  team: null,
  ...changes,
});
const faultOf = (changes: Partial<InternationalPriceView>) => checkPrice(price(changes))?.fault;

describe('price of a payment abroad', () => {
  it('may use the whole available balance, and a penny less names the shortfall with the fee', () => {
    expect(checkPrice(price({}))).toBeUndefined();
    expect(checkPrice(price({ available: eur('100.00') }))).toEqual({
      fault: 'tooMuch',
      figures: { available: '100.00 EUR', needed: '209.00 EUR', missing: '109.00 EUR', limit: '' },
    });
    expect(faultOf({ available: eur('208.99') })).toBe('tooMuch');
  });

  it('has no funds in an overdrawn account', () => {
    expect(checkPrice(price({ available: eur('-1.00') }))).toMatchObject({ figures: { missing: '209.00 EUR' } });
  });

  it('needs the worst case while colleagues have to approve the exchange', () => {
    const exchanged = { total: gbp('180.00'), available: gbp('190.00') };
    const team = { maxDebit: gbp('191.00'), minCredit: eur('200.00'), worstCase: '191.00' };
    expect(faultOf(exchanged)).toBeUndefined();
    expect(checkPrice(price({ ...exchanged, team }))).toMatchObject({
      fault: 'tooMuch',
      figures: { needed: '191.00 GBP', missing: '1.00 GBP' },
    });
  });

  const available = eur('5000.00');
  test.each([
    ['300.00', { remainingToday: '900.00' }, undefined, undefined],
    ['300.01', { remainingToday: '900.00' }, 'perPayment', '300.00 EUR'],
    ['250.00', {}, undefined, undefined],
    ['250.01', {}, 'remainingToday', '250.00 EUR'],
    [
      '200.01',
      { newPayeeLimit: { max: '250.00', remaining: '200.00', until: '2026-11-21T09:30:00Z' } },
      'firstDay',
      '200.00 EUR',
    ],
    [
      '200.00',
      { newPayeeLimit: { max: '250.00', remaining: '200.00', until: '2026-11-21T09:30:00Z' } },
      undefined,
      undefined,
    ],
  ])('an amount of %s within %j has the fault %s with the limit %s', (amount, changes, fault, shown) => {
    const found = checkPrice(price({ amount: eur(amount), available, limit: { ...limit, ...changes } }));
    expect([found?.fault, found?.figures.limit]).toEqual([fault, shown]);
  });

  it('may exceed neither limit of the member', () => {
    const member = {
      currency: 'GBP',
      amount: '170.01',
      perDay: '900.00',
      used: '0.00',
      resetsAt: limit.resetsAt,
    } as const;
    const within = (own: { perPayment: string; remainingToday: string }) =>
      checkPrice(price({ available, limit: { ...limit, member: { ...member, ...own } } }));
    expect(within({ perPayment: '170.01', remainingToday: '170.01' })).toBeUndefined();
    expect(within({ perPayment: '170.00', remainingToday: '170.01' })).toMatchObject({
      fault: 'memberPayment',
      figures: { limit: '170.00 GBP' },
    });
    expect(within({ perPayment: '170.01', remainingToday: '170.00' })).toMatchObject({ fault: 'memberDay' });
  });

  it('needs no funds yet if scheduled, and uses the limit of its date', () => {
    const schedule = {
      earliest: '2026-11-21',
      latest: '2027-11-20',
      executesOn: '2026-12-01',
      executesAt: '2026-12-01T06:00:00Z',
    };
    expect(faultOf({ available: eur('1.00'), schedule })).toBeUndefined();
    expect(faultOf({ amount: eur('250.01'), available, schedule })).toBe('leftThatDay');
  });
});

it('"Use all" is the available balance less the fee', () => {
  expect(maxAmountOf(price({ available: eur('209.00') }))).toBe('200.00');
  expect(maxAmountOf(price({ available: eur('9.00') }))).toBe('0.00');
  expect(maxAmountOf(price({ available: eur('-1.00') }))).toBe('0.00');
});

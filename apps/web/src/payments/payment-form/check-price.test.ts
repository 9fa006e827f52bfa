import type { PriceView } from '@larkmere/contract/payments/payment';
import { describe, expect, it } from 'vitest';
import { checkPrice } from './check-price.ts';
import { isValidAmount } from './payment-draft.ts';
import type { FormPrice } from './payment-price.api.ts';
import { lessFee } from './use-amounts.ts';

const gbp = (amount: string) => ({ amount, currency: 'GBP' }) as const;
const limits = (changes: Partial<PriceView['limit']>): PriceView['limit'] => ({
  min: '0.01',
  perPayment: '300.00',
  perDay: '20000.00',
  used: '0.00',
  remainingToday: '20000.00',
  resetsAt: '2026-11-21T00:00:00Z',
  newPayeeLimit: null,
  member: null,
  ...changes,
});
const price = (changes: Partial<FormPrice>): FormPrice => ({
  amount: gbp('250.00'),
  fee: gbp('0.00'),
  standardFee: gbp('0.50'),
  feeLines: [],
  freeTransfer: { used: true, remaining: 3 },
  total: gbp('250.00'),
  arrives: gbp('250.00'),
  totalCost: gbp('0.00'),
  arrival: { earliest: '2026-11-20T14:00:00Z', latest: '2026-11-20T16:00:00Z', holidayCoverage: 'counted' },
  requiredFields: [],
  previousAnswers: {},
  rail: 'faster-payments',
  opensAt: '2026-11-20T14:00:00Z',
  cutOffAt: null,
  limit: limits({ perPayment: '10000.00', remainingToday: '20000.00' }),
  transliteratedNames: { payer: null, payee: null },
  schedule: null,
  queue: null,
  available: gbp('1000.00'),
  ...changes,
});

describe('draft amount', () => {
  it.each([' ', '0', '0.00', '1.234', '1,250', 'abc', '1e9', '-5'])('refuses %j', (text) => {
    expect(isValidAmount('GBP', text)).toBe(false);
  });
  it('accepts 250.5', () => expect(isValidAmount('GBP', '250.5')).toBe(true));
});

describe('price of an amount', () => {
  it('has no fault within all limits', () => expect(checkPrice(price({}))).toBeUndefined());

  it('may exceed neither limit of the member', () => {
    const member = {
      currency: 'GBP',
      amount: '250.00',
      perPayment: '250.00',
      perDay: '900.00',
      used: '650.00',
      remainingToday: '250.00',
      resetsAt: '2026-11-21T00:00:00Z',
    } as const;
    const faultOf = (changes: object) =>
      checkPrice(price({ limit: limits({ member: { ...member, ...changes } }) }))?.fault;
    expect([faultOf({}), faultOf({ perPayment: '249.99' }), faultOf({ remainingToday: '249.99' })]).toEqual([
      undefined,
      'memberPayment',
      'memberDay',
    ]);
  });

  it('may use the whole available balance', () => {
    expect(checkPrice(price({ available: gbp('250.00') }))).toBeUndefined();
  });

  it('includes the fee', () => {
    const withFee = price({ fee: gbp('0.50'), total: gbp('250.50'), available: gbp('250.00') });
    expect(checkPrice(withFee)).toEqual({
      fault: 'tooMuch',
      available: gbp('250.00'),
      needed: gbp('250.50'),
      missing: gbp('0.50'),
    });
  });

  it('states the shortfall without a fee', () => {
    expect(checkPrice(price({ available: gbp('249.99') }))).toEqual({
      fault: 'tooMuch',
      available: gbp('249.99'),
      needed: gbp('250.00'),
      missing: gbp('0.01'),
    });
  });

  it('has no funds in an overdrawn account', () => {
    expect(checkPrice(price({ available: gbp('-1.00') }))).toMatchObject({ missing: gbp('250.00') });
  });

  it('respects the limits', () => {
    const limit = limits({ perPayment: '200.00', used: '19900.00', remainingToday: '100.00' });
    expect(checkPrice(price({ limit }))).toEqual({ fault: 'perPayment', limit: gbp('200.00') });
    expect(checkPrice(price({ limit: { ...limit, perPayment: '300.00' } }))).toEqual({
      fault: 'leftToday',
      limit: gbp('100.00'),
      used: gbp('19900.00'),
      perDay: gbp('20000.00'),
      resetsAt: '2026-11-21T00:00:00Z',
    });
  });
});

const until = '2026-11-21T09:30:00Z';
const newPayeeLimit = { max: '250.00', remaining: '200.00', until };
const perPayment = { fault: 'perPayment', limit: gbp('300.00') };
const leftToday = {
  fault: 'leftToday',
  limit: gbp('250.00'),
  used: gbp('19750.00'),
  perDay: gbp('20000.00'),
  resetsAt: '2026-11-21T00:00:00Z',
};
const firstDay = { fault: 'firstDay', limit: gbp('200.00'), until };

it.each([
  ['300.00', {}, undefined],
  ['300.01', {}, perPayment],
  ['250.00', { used: '19750.00', remainingToday: '250.00' }, undefined],
  ['250.01', { used: '19750.00', remainingToday: '250.00' }, leftToday],
  ['200.00', { newPayeeLimit }, undefined],
  ['200.01', { newPayeeLimit }, firstDay],
  ['300.01', { used: '19750.00', remainingToday: '250.00', newPayeeLimit }, perPayment],
  ['250.01', { used: '19750.00', remainingToday: '250.00', newPayeeLimit }, leftToday],
  ['0.01', { used: '20000.00', remainingToday: '0.00' }, { ...leftToday, limit: gbp('0.00'), used: gbp('20000.00') }],
])('an amount of %s within %j has the fault %j', (amount, limit, fault) => {
  expect(checkPrice(price({ amount: gbp(amount), total: gbp('1.00'), limit: limits(limit) }))).toEqual(fault);
});

it('what leaves the account less the fee is what the payee gets', () => {
  expect(lessFee('GBP', '250.00', '0.50')).toBe('249.50');
  expect(lessFee('GBP', '250.00', '0.00')).toBe('250.00');
  expect(lessFee('GBP', '0.51', '0.50')).toBe('0.01');
  expect(lessFee('GBP', '0.50', '0.50')).toBeUndefined();
  expect(lessFee('GBP', '0.30', '0.50')).toBeUndefined();
});

it('needs the worst case while colleagues have to approve the exchange', () => {
  const team = { maxDebit: gbp('251.00'), minCredit: gbp('250.00'), worstCase: '251.00' };
  expect(checkPrice(price({ team, available: gbp('251.00') }))).toBeUndefined();
  expect(checkPrice(price({ team, available: gbp('250.00') }))).toMatchObject({
    needed: gbp('251.00'),
    missing: gbp('1.00'),
  });
});

it('a scheduled payment needs no funds yet and uses the limit of its date', () => {
  const plan = {
    earliest: '2026-11-21',
    latest: '2027-11-20',
    executesOn: '2026-12-01',
    executesAt: '2026-12-01T06:00:00Z',
  };
  expect(checkPrice(price({ available: gbp('1.00'), schedule: plan }))).toBeUndefined();
  const limit = limits({ perPayment: '300.00', remainingToday: '100.00' });
  expect(checkPrice(price({ limit, schedule: plan }))).toMatchObject({ fault: 'leftThatDay', limit: gbp('100.00') });
  const unplanned = { ...plan, executesOn: null, executesAt: null };
  expect(checkPrice(price({ available: gbp('1.00'), schedule: unplanned }))).toMatchObject({ fault: 'tooMuch' });
  expect(checkPrice(price({ limit, schedule: unplanned }))).toMatchObject({ fault: 'leftToday' });
});

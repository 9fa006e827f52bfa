import type { PriceView } from '@larkmere/contract/payment';
import { describe, expect, it } from 'vitest';
import { isAmount, mostOf, priceFault } from './amounts.ts';

const gbp = (amount: string) => ({ amount, currency: 'GBP' }) as const;
const limits = (changes: Partial<PriceView['limit']>): PriceView['limit'] => ({
  least: '0.01',
  perPayment: '300.00',
  perDay: '20000.00',
  used: '0.00',
  leftToday: '20000.00',
  resetsAt: '2026-11-21T00:00:00Z',
  firstDay: null,
  ...changes,
});
const price = (changes: Partial<PriceView>): PriceView => ({
  amount: gbp('250.00'),
  fee: gbp('0.00'),
  standardFee: gbp('0.50'),
  freeTransfer: { used: true, left: 3 },
  total: gbp('250.00'),
  arrives: gbp('250.00'),
  totalCost: gbp('0.00'),
  arrival: { earliest: '2026-11-20T14:00:00Z', latest: '2026-11-20T16:00:00Z', daysOff: 'counted' },
  asks: [],
  rail: 'faster-payments',
  opensAt: '2026-11-20T14:00:00Z',
  cutOffAt: null,
  limit: limits({ perPayment: '10000.00', leftToday: '20000.00' }),
  travels: { payer: null, payee: null },
  plan: null,
  available: gbp('1000.00'),
  ...changes,
});

describe('an amount', () => {
  it.each([' ', '0', '0.00', '1.234', '1,250', 'abc', '1e9', '-5'])('%j is none', (text) => {
    expect(isAmount(text, 'GBP')).toBe(false);
  });
  it('250.5 is one', () => expect(isAmount('250.5', 'GBP')).toBe(true));
});

describe('its price', () => {
  it('fits', () => expect(priceFault(price({}))).toBeUndefined());

  it('may take the last penny', () => {
    expect(priceFault(price({ available: gbp('250.00') }))).toBeUndefined();
  });

  it('counts the fee', () => {
    const withFee = price({ fee: gbp('0.50'), total: gbp('250.50'), available: gbp('250.00') });
    expect(priceFault(withFee)).toEqual({
      fault: 'tooMuch',
      available: gbp('250.00'),
      needed: gbp('250.50'),
      missing: gbp('0.50'),
    });
  });

  it('says what is missing without a fee, too', () => {
    expect(priceFault(price({ available: gbp('249.99') }))).toEqual({
      fault: 'tooMuch',
      available: gbp('249.99'),
      needed: gbp('250.00'),
      missing: gbp('0.01'),
    });
  });

  it('an overdrawn account has too little for anything', () => {
    expect(priceFault(price({ available: gbp('-1.00') }))).toMatchObject({ missing: gbp('250.00') });
  });

  it('stays within the limits', () => {
    const limit = limits({ perPayment: '200.00', used: '19900.00', leftToday: '100.00' });
    expect(priceFault(price({ limit }))).toEqual({ fault: 'perPayment', limit: gbp('200.00') });
    expect(priceFault(price({ limit: { ...limit, perPayment: '300.00' } }))).toEqual({
      fault: 'leftToday',
      limit: gbp('100.00'),
      used: gbp('19900.00'),
      perDay: gbp('20000.00'),
      resetsAt: '2026-11-21T00:00:00Z',
    });
  });
});

it('all of an account is what is left after the fee', () => {
  expect(mostOf(gbp('250.00'), gbp('0.50'))).toBe('249.50');
  expect(mostOf(gbp('250.00'), gbp('0.00'))).toBe('250.00');
  expect(mostOf(gbp('0.30'), gbp('0.50'))).toBe('0.00');
});

it('what is planned asks for no money yet, and names the limit of its day', () => {
  const plan = {
    earliest: '2026-11-21',
    latest: '2027-11-20',
    leavesOn: '2026-12-01',
    leavesAt: '2026-12-01T06:00:00Z',
  };
  expect(priceFault(price({ available: gbp('1.00'), plan }))).toBeUndefined();
  const limit = limits({ perPayment: '300.00', leftToday: '100.00' });
  expect(priceFault(price({ limit, plan }))).toMatchObject({ fault: 'leftThatDay', limit: gbp('100.00') });
});

import { expect, it } from 'vitest';
import { lineDetailOf, lineKindOf, lineTitleOf, otherAmountOf } from './line-texts.ts';

it('uses the counterparty or the description as title', () => {
  expect(lineTitleOf({ counterparty: 'Harbour & Co', description: 'Received from Harbour & Co' })).toBe('Harbour & Co');
  expect(lineTitleOf({ counterparty: null, description: 'Fee for payment to Ann Lee' })).toBe(
    'Fee for payment to Ann Lee',
  );
});

it("appends the payer's reference, if any", () => {
  expect(lineDetailOf({ type: 'Money received', payeeReference: 'Salary' })).toBe('Money received · Salary');
  expect(lineDetailOf({ type: 'Fee', payeeReference: null })).toBe('Fee');
});

it.each([
  ['Money received', 'in', 'in'],
  ['Payment sent', 'out', 'out'],
  ['Payment returned', 'in', 'in'],
  ['Fee', 'out', 'fee'],
  ['Fee refunded', 'in', 'fee'],
  ['Currency exchange', 'in', 'exchange'],
] as const)('shows %s going %s as %s', (type, direction, kind) => {
  expect(lineKindOf({ type, direction })).toBe(kind);
});

it('gives the bought side of an exchange to the account that sold, and the sold side to the one that bought', () => {
  const sold = { amount: '100.00', currency: 'GBP' } as const;
  const bought = { amount: '115.20', currency: 'EUR' } as const;
  const rate = { base: 'GBP', quote: 'EUR', rate: '1.1520', market: null } as const;
  const exchange = { sold, bought, fee: { amount: '0.00', currency: 'GBP' }, rate } as const;
  expect(otherAmountOf({ exchange, direction: 'out' })).toEqual(bought);
  expect(otherAmountOf({ exchange, direction: 'in' })).toEqual({ amount: '-100.00', currency: 'GBP' });
  expect(otherAmountOf({ exchange: null, direction: 'in' })).toBeUndefined();
});

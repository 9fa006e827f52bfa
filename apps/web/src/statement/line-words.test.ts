import { expect, it } from 'vitest';
import { detailOf, kindOf, titleOf } from './line-words.ts';

it('uses the counterparty or the description as title', () => {
  expect(titleOf({ counterparty: 'Harbour & Co', description: 'Received from Harbour & Co' })).toBe('Harbour & Co');
  expect(titleOf({ counterparty: null, description: 'Fee for payment to Ann Lee' })).toBe('Fee for payment to Ann Lee');
});

it("appends the payer's reference, if any", () => {
  expect(detailOf({ type: 'Money received', payeeReference: 'Salary' })).toBe('Money received · Salary');
  expect(detailOf({ type: 'Fee', payeeReference: null })).toBe('Fee');
});

it.each([
  ['Money received', 'in', 'in'],
  ['Payment sent', 'out', 'out'],
  ['Payment returned', 'in', 'in'],
  ['Fee', 'out', 'fee'],
  ['Fee given back', 'in', 'fee'],
  ['Currency exchange', 'in', 'exchange'],
] as const)('shows %s going %s as %s', (type, direction, kind) => {
  expect(kindOf({ type, direction })).toBe(kind);
});

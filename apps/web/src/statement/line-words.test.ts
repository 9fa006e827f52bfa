import { expect, it } from 'vitest';
import { detailOf, kindOf, titleOf } from './line-words.ts';

it('is named after the other side, or what it was for', () => {
  expect(titleOf({ counterparty: 'Harbour & Co', description: 'Received from Harbour & Co' })).toBe('Harbour & Co');
  expect(titleOf({ counterparty: null, description: 'Fee for payment to Ann Lee' })).toBe('Fee for payment to Ann Lee');
});

it('tells the words of the payer where there are some', () => {
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

import { expect, it } from 'vitest';
import { amountFaultOf } from './member-draft.ts';

it.each([
  ['', '10.00', 'missing'],
  ['0', '10.00', 'wrong'],
  ['1.005', '10.00', 'wrong'],
  ['10.01', '10.00', 'tooMuch'],
  ['10.00', '10.00', undefined],
  ['10.00', undefined, undefined],
])('finds in %s of %s: %s', (typed, available, fault) => {
  expect(amountFaultOf(typed, 'GBP', available)).toBe(fault);
});

import { expect, it } from 'vitest';
import { findLimitFault, hasRisen } from './limit-faults.ts';

const highest = { perPayment: '5000.00', daily: '10000.00', monthly: '25000.00' };
const limits = { perPayment: '100.00', daily: '200.00', monthly: '500.00' };

it.each([
  [{}, undefined],
  [{ perPayment: '' }, { field: 'perPayment', fault: 'missing' }],
  [{ daily: '0' }, { field: 'daily', fault: 'missing' }],
  [{ perPayment: '200.01' }, { field: 'perPayment', fault: 'overDaily' }],
  [{ daily: '500.01' }, { field: 'daily', fault: 'overMonthly' }],
  [{ monthly: '25000.01' }, { field: 'monthly', fault: 'overHighest' }],
])('limits with %o: %o', (over, fault) => {
  expect(findLimitFault({ ...limits, ...over }, highest, 'GBP')).toEqual(fault);
});

it.each([
  [{ perPayment: '100.01' }, true],
  [{ perPayment: '99.99', monthly: '500.01' }, true],
  [{ perPayment: '50.00', daily: '60.00' }, false],
  [{ daily: '200' }, false],
])('a change to %o needs a confirmation: %s', (over, expected) => {
  expect(hasRisen(limits, { ...limits, ...over }, 'GBP')).toBe(expected);
});

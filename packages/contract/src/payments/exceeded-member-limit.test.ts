import { expect, test } from 'vitest';
import { exceededMemberLimit } from './exceeded-member-limit.ts';

const member = {
  currency: 'GBP',
  amount: '80.00',
  perPayment: '80.00',
  perDay: '150.00',
  used: '70.00',
  remainingToday: '80.00',
  resetsAt: '2026-11-21T00:00:00Z',
} as const;

test.each([
  [{}, undefined],
  [{ amount: '80.01' }, { fault: 'memberPayment', limit: { amount: '80.00', currency: 'GBP' } }],
  [{ remainingToday: '79.99' }, { fault: 'memberDay', limit: { amount: '79.99', currency: 'GBP' } }],
  [{ remainingToday: '0.00' }, { fault: 'memberDay', limit: { amount: '0.00', currency: 'GBP' } }],
  [{ amount: '999.00', perPayment: null, remainingToday: null }, undefined],
])('the limit of a member with %j', (changes, exceeded) => {
  expect(exceededMemberLimit({ member: { ...member, ...changes } })).toEqual(exceeded);
});

test('nobody has a limit who has none', () => expect(exceededMemberLimit({ member: null })).toBeUndefined());

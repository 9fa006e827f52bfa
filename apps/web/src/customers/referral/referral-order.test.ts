import { expect, it } from 'vitest';
import { arrange } from './referral-order.ts';

const at = (day: number) => `2026-06-${String(day).padStart(2, '0')}T10:00:00.000Z`;
const list = [
  { state: 'paid', startedAt: at(1), paidAt: at(20) },
  { state: 'not_eligible', startedAt: at(9), paidAt: null },
  { state: 'invited', startedAt: at(25), paidAt: null },
  { state: 'registered', startedAt: at(3), paidAt: null },
  { state: 'reward_due', startedAt: at(4), paidAt: null },
] as const;
const states = (filter: Parameters<typeof arrange>[1]) => arrange(list, filter).map(({ state }) => state);

it('has friends under way first, then the latest', () => {
  expect(states('all')).toEqual(['reward_due', 'registered', 'invited', 'paid', 'not_eligible']);
});

it('shows what may still be rewarded, or what was paid', () => {
  expect(states('onTheWay')).toEqual(['reward_due', 'registered', 'invited']);
  expect(states('paid')).toEqual(['paid']);
});

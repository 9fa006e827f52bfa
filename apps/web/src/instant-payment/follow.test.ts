import { expect, test } from 'vitest';
import { followMs, isOver, pauseAfter } from './follow.ts';

test('polls first after two seconds, later after thirty', () => {
  expect([1, 2, 3, 8, 100].map(pauseAfter)).toEqual([2000, 3000, 4500, 30_000, 30_000]);
  expect(pauseAfter(0)).toBe(2000);
});

test('polls fewer than 20 times in five minutes', () => {
  let [elapsed, looks] = [0, 0];
  for (; elapsed < followMs; looks += 1) elapsed += pauseAfter(looks);
  expect(looks).toBeLessThan(20);
});

test('stops polling in final states', () => {
  expect((['credited', 'rejected', 'cancelled', 'expired'] as const).every(isOver)).toBe(true);
  expect(
    (['created', 'awaiting_authorisation', 'authorised', 'submitted', 'accepted', 'unknown'] as const).some(isOver),
  ).toBe(false);
});

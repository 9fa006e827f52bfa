import { expect, test } from 'vitest';
import { followMs, isOver, pauseAfter } from './follow.ts';

test('the first look comes after two seconds, later ones after thirty', () => {
  expect([1, 2, 3, 8, 100].map(pauseAfter)).toEqual([2000, 3000, 4500, 30_000, 30_000]);
  expect(pauseAfter(0)).toBe(2000);
});

test('five minutes of following are a small number of looks', () => {
  let [elapsed, looks] = [0, 0];
  for (; elapsed < followMs; looks += 1) elapsed += pauseAfter(looks);
  expect(looks).toBeLessThan(20);
});

test('money that is there, or will not come, is not looked for', () => {
  expect((['credited', 'rejected', 'cancelled', 'expired'] as const).every(isOver)).toBe(true);
  expect(
    (['created', 'awaiting_authorisation', 'authorised', 'submitted', 'accepted', 'unknown'] as const).some(isOver),
  ).toBe(false);
});

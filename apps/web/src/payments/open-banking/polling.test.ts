import { expect, test } from 'vitest';
import { isFinal, pollDurationMs, pollIntervalAfter } from './polling.ts';

test('polls first after two seconds, later after thirty', () => {
  expect([1, 2, 3, 8, 100].map(pollIntervalAfter)).toEqual([2000, 3000, 4500, 30_000, 30_000]);
  expect(pollIntervalAfter(0)).toBe(2000);
});

test('polls fewer than 20 times in five minutes', () => {
  let [elapsed, looks] = [0, 0];
  for (; elapsed < pollDurationMs; looks += 1) elapsed += pollIntervalAfter(looks);
  expect(looks).toBeLessThan(20);
});

test('stops polling in final states', () => {
  expect((['credited', 'rejected', 'cancelled', 'expired'] as const).every(isFinal)).toBe(true);
  expect(
    (['created', 'awaiting_authorisation', 'authorised', 'submitted', 'accepted', 'unknown'] as const).some(isFinal),
  ).toBe(false);
});

import { expect, it } from 'vitest';
import { restartDelays } from './restart-delay.ts';

it('waits at most 2 seconds in the first ten minutes of failures and at most 15 later', () => {
  let now = 0;
  const delay = restartDelays(() => now);
  expect([0, 0, 0, 0, 0].map((ran) => delay(ran))).toEqual([500, 1000, 2000, 2000, 2000]);
  now = 11 * 60_000;
  expect([0, 0, 0, 0].map((ran) => delay(ran))).toEqual([4000, 8000, 15_000, 15_000]);
});

it('starts a program at once that has run for a while, and slowly one that then fails', () => {
  const delay = restartDelays(() => 0);
  expect([31_000, 60_000, 0, 0, 31_000, 0].map((ran) => delay(ran))).toEqual([0, 0, 500, 1000, 0, 500]);
});

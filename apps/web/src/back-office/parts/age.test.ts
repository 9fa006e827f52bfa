import { expect, it } from 'vitest';
import { toAge } from './age.ts';

it.each([
  [0, 'minutes', 0],
  [119, 'minutes', 119],
  [120, 'hours', 2],
  [47 * 60 + 59, 'hours', 47],
  [48 * 60, 'days', 2],
  [100 * 24 * 60 + 59, 'days', 100],
])('expresses %i minutes in %s as %i', (minutes, unit, count) => {
  expect(toAge(minutes)).toEqual({ unit, count });
});

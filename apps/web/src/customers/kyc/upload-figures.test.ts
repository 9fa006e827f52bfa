import { expect, it } from 'vitest';
import { timeLeft } from './upload-figures.ts';

it.each([
  [0, 5_000, undefined],
  [0.5, 100, undefined],
  [0.5, 10_000, { unit: 'seconds' }],
  [0.25, 10_000, { unit: 'minute' }],
  [0.1, 20_000, { unit: 'minutes', count: 3 }],
])('after %s of the file in %s ms', (share, elapsed, left) => expect(timeLeft(share, elapsed)).toEqual(left));

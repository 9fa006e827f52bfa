import { expect, it } from 'vitest';
import { bareReward, shortReward } from './reward-text.ts';

it.each([
  ['50.00', 'GBP', '£50', '50'],
  ['1250.00', 'EUR', '€1,250', '1,250'],
  ['7.50', 'USD', '$7.50', '7.50'],
  ['5000', 'JPY', '5,000 JPY', '5,000'],
])('%s %s in a title is %s, and %s', (amount, currency, short, bare) => {
  expect([shortReward({ amount, currency }), bareReward({ amount, currency })]).toEqual([short, bare]);
});

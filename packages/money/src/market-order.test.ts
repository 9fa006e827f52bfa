import { expect, test } from 'vitest';
import { inMarketOrder } from './market-order.ts';
import { rateOf } from './rate.ts';

test('a pair is told as dealers say it, whichever way it is traded', () => {
  expect(inMarketOrder(rateOf('GBP', 'THB', 43n, 1n))).toMatchObject({ base: 'GBP', quote: 'THB', numerator: 43n });
  expect(inMarketOrder(rateOf('THB', 'GBP', 1n, 43n))).toMatchObject({ base: 'GBP', quote: 'THB', numerator: 43n });
  expect(inMarketOrder(rateOf('GBP', 'EUR', 115n, 100n))).toMatchObject({ base: 'EUR', quote: 'GBP' });
  expect(inMarketOrder(rateOf('USD', 'JPY', 150n, 1n))).toMatchObject({ base: 'USD', quote: 'JPY' });
});

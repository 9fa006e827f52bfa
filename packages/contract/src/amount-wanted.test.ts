import { currencies, isPositive, readAmount } from '@larkmere/money/money';
import { expect, test } from 'vitest';
import { amountKind, amountWanted } from './amount-wanted.ts';

test.each(currencies)('the example amount for %s is a valid amount', (currency) => {
  const [example = ''] = /[\d.]+$/.exec(amountWanted[amountKind(currency)]) ?? [];
  const read = readAmount(currency, example);
  expect(read && isPositive(read), example).toBe(true);
});

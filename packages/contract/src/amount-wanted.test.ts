import { currencies, isPositive, readAmount } from '@larkmere/money/money';
import { expect, test } from 'vitest';
import { amountKind, amountWanted } from './amount-wanted.ts';

test.each(currencies)('the example that is given of an amount of %s is one', (currency) => {
  const [example = ''] = /[\d.]+$/.exec(amountWanted[amountKind(currency)]) ?? [];
  const read = readAmount(currency, example);
  expect(read && isPositive(read), example).toBe(true);
});

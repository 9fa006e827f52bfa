import { fields } from '@larkmere/messages/en/fields';
import { currencies, isPositive, readAmount } from '@larkmere/money/money';
import { expect, test } from 'vitest';
import { amountHintFor } from './amount-hint.ts';

test.each(currencies)('the example amount for %s is a valid amount', (currency) => {
  const [example = ''] = /[\d.]+$/.exec(fields[amountHintFor(currency)]) ?? [];
  const read = readAmount(currency, example);
  expect(read && isPositive(read), example).toBe(true);
});

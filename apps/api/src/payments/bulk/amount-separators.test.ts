import { formatMessage } from '@larkmere/messages/format-message';
import { expect, it } from 'vitest';
import { resolveThousandsSeparator } from './amount-separators.ts';
import { parseRow } from './parse-row.ts';

const amountsOf = (...amounts: string[]): (string | undefined)[] =>
  resolveThousandsSeparator(amounts.map((amount) => ({ amount }))).map(({ amount }) => amount);

it('reads thousands by the separator that the other amounts imply', () => {
  expect(amountsOf('12.50', '1,250')).toEqual(['12.50', '1250']);
  expect(amountsOf('1.250,00', '1.250', '7')).toEqual(['1.250,00', '1250', '7']);
  expect(amountsOf('€ 12,50', '1.250')).toEqual(['€ 12,50', '1250']);
});

it('keeps an ambiguous amount, so that its row is refused with both readings', () => {
  for (const amounts of [
    ['1,250', '7'],
    ['1.250', '12.50'],
    ['12.50', '12,50', '1,250'],
    ['1.250.000', '12.50', '1,250'],
    ['2k', '1,250'],
  ])
    expect(amountsOf(...amounts)).toEqual(amounts);
  const { faults } = parseRow({ currency: 'GBP', amount: '1,250' });
  const [fault] = faults.filter(({ field }) => field === 'amount');
  expect(fault && formatMessage('en', fault.reason)).toBe(
    '“1,250” could mean 1,250.00 GBP or 1.25 GBP. Write 1250.00 or 1.25.',
  );
});

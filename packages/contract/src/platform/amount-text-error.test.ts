import { formatMessage } from '@larkmere/messages/format-message';
import { expect, it } from 'vitest';
import { amountTextError } from './amount-text-error.ts';

const errorText = (...typed: Parameters<typeof amountTextError>): string | undefined => {
  const error = amountTextError(...typed);
  return error && formatMessage('en', error);
};

it('names the fault with its currency or sign', () => {
  expect(errorText('2k', 'GBP')).toMatch(/letters/);
  expect(errorText('€5', 'GBP')).toBe('Enter the amount in GBP. “€” is another currency.');
  expect(errorText('1.2345', 'GBP')).toBe('GBP has two decimals at most. Write it like 25.00.');
  expect(errorText('1.5', 'JPY')).toBe('JPY has no decimals. Write it like 2500.');
  expect(errorText('0', 'GBP')).toBe('Enter an amount above zero');
  expect(errorText('12,50', 'GBP')).toBeUndefined();
});

it('names both readings of an ambiguous amount', () => {
  expect(errorText(' 1,250 ', 'GBP')).toBe('“1,250” could mean 1,250.00 GBP or 1.25 GBP. Write 1250.00 or 1.25.');
  expect(errorText('1.234', 'EUR')).toBe('“1.234” may mean 1,234.00 EUR. Write 1234.00.');
});

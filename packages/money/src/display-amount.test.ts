import { expect, test } from 'vitest';
import { formatDisplayAmount, formatDisplayMoney } from './display-amount.ts';
import { money } from './money.ts';

test.each([
  ['0.05', 'GBP', '0.05 GBP'],
  ['250.00', 'GBP', '250.00 GBP'],
  ['1250.00', 'EUR', '1,250.00 EUR'],
  ['123456789012345.67', 'THB', '123,456,789,012,345.67 THB'],
  ['1000', 'JPY', '1,000 JPY'],
])('%s %s reads %s', (amount, currency, text) => {
  expect(formatDisplayAmount(amount, currency)).toBe(text);
});

test('formats money', () => {
  expect([money('GBP', 123_456n), money('JPY', 1000n)].map(formatDisplayMoney)).toEqual(['1,234.56 GBP', '1,000 JPY']);
});

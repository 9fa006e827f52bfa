import { describe, expect, it } from 'vitest';
import { readTypedAmount, typedAmountText } from './amount-input.ts';

describe('a typed amount', () => {
  it.each([
    ['1,234.5', '1234.5'],
    ['250', '250'],
    ['.5', '0.5'],
    ['12.', '12'],
    ['007.10', '7.10'],
  ])('reads %s as %s', (typed, plain) => {
    expect(readTypedAmount(typed, 'GBP')).toBe(plain);
  });

  it.each(['', '.', '1.2.3', '1.005', '12a', '-5', '1234567890123456'])('does not take %j for an amount', (typed) => {
    expect(readTypedAmount(typed, 'GBP')).toBeUndefined();
  });

  it('knows that yen have no decimals', () => {
    expect(readTypedAmount('100.5', 'JPY')).toBeUndefined();
    expect(readTypedAmount('100', 'JPY')).toBe('100');
  });

  it('stands with separators and decimals after the customer has left the field', () => {
    expect(typedAmountText('1234.5', 'GBP')).toBe('1,234.50');
    expect(typedAmountText('1.2.3', 'GBP')).toBe('1.2.3');
  });
});

import { describe, expect, it } from 'vitest';
import { plainAmount, typedAmountText } from './amount-input.ts';

describe('typed amount', () => {
  it.each([
    ['12,50', '12.50'],
    ['1,234.5', '1234.50'],
    ['£ 250', '250.00'],
    ['250', '250'],
    ['.5', '0.50'],
    ['12.', '12.00'],
  ])('converts %s to %s', (typed, plain) => {
    expect(plainAmount(typed, 'GBP')).toBe(plain);
  });

  it.each(['', '.', '1,250', '1.250', '2k', '1e9', '-5', '1.2.3', '1234567890123456'])(
    'leaves %j unchanged, because it is not a valid amount',
    (typed) => {
      expect(plainAmount(typed, 'GBP')).toBe(typed);
      expect(typedAmountText(typed, 'GBP')).toBe(typed);
    },
  );

  it('reads thousands with the mark of the reader', () => {
    expect(plainAmount('1,250', 'GBP', ',')).toBe('1250.00');
    expect(plainAmount('1.250', 'GBP', ',')).toBe('1.250');
    expect(plainAmount('1.250', 'EUR', '.')).toBe('1250.00');
  });

  it('formats an amount with separators and decimals on blur', () => {
    expect(typedAmountText('1234.5', 'GBP')).toBe('1,234.50');
    expect(typedAmountText('1234', 'JPY')).toBe('1,234');
  });
});

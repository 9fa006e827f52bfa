import { describe, expect, it } from 'vitest';
import { decimalPlacesOf, moneyParts, moneyText } from './money.ts';

describe('displayed amount', () => {
  it('has thousands separators, two decimals and the code after the figure', () => {
    expect(moneyText({ amount: '12480.5', currency: 'GBP' })).toBe('12,480.50 GBP');
  });

  it('has a minus sign, not a hyphen', () => {
    expect(moneyText({ amount: '-250.00', currency: 'GBP' })).toBe('−250.00 GBP');
  });

  it('shows a plus only if requested', () => {
    expect(moneyText({ amount: '1.00', currency: 'EUR' }, 'always')).toBe('+1.00 EUR');
    expect(moneyText({ amount: '1.00', currency: 'EUR' })).toBe('1.00 EUR');
    expect(moneyText({ amount: '-1.00', currency: 'EUR' }, 'never')).toBe('1.00 EUR');
  });

  it('shows zero without a sign', () => {
    expect(moneyText({ amount: '0.00', currency: 'GBP' }, 'always')).toBe('0.00 GBP');
    expect(moneyText({ amount: '-0.00', currency: 'GBP' })).toBe('0.00 GBP');
  });

  it('stays exact beyond floating-point precision', () => {
    expect(moneyText({ amount: '90071992547409931.25', currency: 'THB' })).toBe('90,071,992,547,409,931.25 THB');
  });

  it('uses the decimals of the currency', () => {
    expect(moneyParts({ amount: '1200', currency: 'JPY' })).toEqual({ sign: '', whole: '1,200', cents: '' });
    expect(decimalPlacesOf('?')).toBe(2);
  });
});

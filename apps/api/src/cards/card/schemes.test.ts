import { describe, expect, it } from 'vitest';
import { brandOfDigits } from './card.read.ts';

describe('brand of the first digits', () => {
  it.each([
    ['400000', 'visa'],
    ['424242', 'visa'],
    ['510000', 'mastercard'],
    ['559999', 'mastercard'],
    ['222100', 'mastercard'],
    ['272099', 'mastercard'],
    ['222099', 'other'],
    ['272100', 'other'],
    ['500000', 'other'],
    ['560000', 'other'],
    ['340000', 'other'],
    ['601100', 'other'],
  ])('%s is %s', (digits, brand) => expect(brandOfDigits(digits)).toBe(brand));
});

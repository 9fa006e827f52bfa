import { randomInt } from 'node:crypto';

export type Brand = 'visa' | 'mastercard';

/** Ranges of published test numbers, and none of those that the card processor of this sandbox knows. */
const ranges: Readonly<Record<Brand, string>> = { visa: '400009', mastercard: '222301' };

export const randomDigits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('');

export function generateCardNumber(brand: Brand): string {
  const digits = ranges[brand] + randomDigits(9);
  return digits + luhnDigit(digits);
}

function luhnDigit(digits: string): number {
  const sum = Array.from(digits, Number)
    .toReversed()
    .reduce((total, digit, i) => total + (i % 2 === 1 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2), 0);
  return (10 - (sum % 10)) % 10;
}

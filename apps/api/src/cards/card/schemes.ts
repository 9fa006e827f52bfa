import type { CardBrand } from '@larkmere/contract/cards/card';

/** First digits of the two schemes with a logo, as their numbering ranges say. All others are `other`. */
export function brandOfDigits(digits: string): CardBrand {
  if (digits.startsWith('4')) return 'visa';
  const two = Number(digits.slice(0, 2));
  const four = Number(digits.slice(0, 4));
  return (two >= 51 && two <= 55) || (four >= 2221 && four <= 2720) ? 'mastercard' : 'other';
}

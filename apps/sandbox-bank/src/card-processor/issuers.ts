export type Funding = 'debit' | 'credit' | 'prepaid';
export type Brand = 'visa' | 'mastercard' | 'other';

export type BinFacts = Readonly<{
  bin: string;
  brand: Brand;
  funding: Funding;
  commercial: boolean;
  issuer: string;
  country: string;
  currency: string;
}>;

/** Invented issuers behind published test numbers. A number outside these ranges could be a real card and is refused. */
const bins: readonly BinFacts[] = [
  range('400000', 'visa', 'debit', 'Heron Bank', 'GB', 'GBP'),
  range('424242', 'visa', 'debit', 'Heron Bank', 'GB', 'GBP'),
  range('400005', 'visa', 'debit', 'Banque du Sillon', 'FR', 'EUR'),
  range('411111', 'visa', 'debit', 'Juniper Savings', 'US', 'USD'),
  range('510510', 'mastercard', 'debit', 'Tarn & Co', 'GB', 'GBP'),
  range('222300', 'mastercard', 'debit', 'Moorbank', 'DE', 'EUR'),
  range('555555', 'mastercard', 'credit', 'Tarn & Co', 'GB', 'GBP'),
  range('520082', 'mastercard', 'prepaid', 'Beck Building Society', 'GB', 'GBP'),
  { ...range('401288', 'visa', 'credit', 'Quarry Bank', 'GB', 'GBP'), commercial: true },
  range('378282', 'other', 'credit', 'Slate Card', 'US', 'USD'),
];

function range(
  bin: string,
  brand: Brand,
  funding: Funding,
  issuer: string,
  country: string,
  currency: string,
): BinFacts {
  return { bin, brand, funding, commercial: false, issuer, country, currency };
}

export const findBin = (digits: string): BinFacts | undefined => bins.find(({ bin }) => digits.startsWith(bin));

export function passesLuhn(digits: string): boolean {
  const sum = Array.from(digits, Number)
    .toReversed()
    .reduce((total, digit, i) => total + (i % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2), 0);
  return sum % 10 === 0;
}

import { type Currency, currencies } from '@larkmere/money/money';

/** Payee types and their titles, word for word from the specification (section 2). */
export const payeeTitles = {
  gbp: 'GBP Payment in UK',
  eur: 'EUR Payment (SEPA)',
  thb: 'THB Payment (Thailand)',
  swt: 'SWIFT PAYMENT WORLDWIDE',
  usd: 'USD Fed wire (USA only)',
  localatw: 'Local Payment Across the world',
  swiftatw: 'SWIFT Payment Across the world',
} as const;

export type PayeeType = keyof typeof payeeTitles;
export const payeeTypes = Object.keys(payeeTitles) as [PayeeType, ...PayeeType[]];

/** The currencies in which a payee of each type may be paid; the first one is the usual one. */
export const currenciesOf: Readonly<Record<PayeeType, readonly Currency[]>> = {
  gbp: ['GBP'],
  eur: ['EUR'],
  thb: ['THB'],
  swt: ['USD', ...currencies.filter((code) => code !== 'USD')],
  usd: ['USD'],
  localatw: ['AUD', 'AED', 'CAD', 'CHF', 'CZK', 'DKK', 'HKD', 'HUF', 'INR', 'MXN', 'NOK', 'NZD', 'PLN', 'SEK', 'SGD'],
  swiftatw: ['USD', ...currencies.filter((code) => code !== 'USD')],
};

/** How payees abroad are reached: from bank to bank by SWIFT, or by the own rails of their country. The others are paid at home. */
export const routesAbroad: Readonly<Partial<Record<PayeeType, 'local' | 'swift'>>> = {
  swt: 'swift',
  usd: 'local',
  localatw: 'local',
  swiftatw: 'swift',
};

/** The type that an address without one means: the country's own where there is one, SWIFT elsewhere. */
export function usualType(currency: Currency): PayeeType {
  if (currency === 'GBP') return 'gbp';
  if (currency === 'EUR') return 'eur';
  return currency === 'THB' ? 'thb' : 'swt';
}

import { type Currency, currencies } from '@larkmere/money/money';

/** Titles are verbatim from the specification, section 2. */
export const payeeTypeTitles = {
  gbp: 'GBP Payment in UK',
  eur: 'EUR Payment (SEPA)',
  thb: 'THB Payment (Thailand)',
  swt: 'SWIFT PAYMENT WORLDWIDE',
  usd: 'USD Fed wire (USA only)',
  localatw: 'Local Payment Across the world',
  swiftatw: 'SWIFT Payment Across the world',
} as const;

export type PayeeType = keyof typeof payeeTypeTitles;
export const payeeTypes = Object.keys(payeeTypeTitles) as [PayeeType, ...PayeeType[]];

/** The first currency is the default. */
export const currenciesByPayeeType: Readonly<Record<PayeeType, readonly Currency[]>> = {
  gbp: ['GBP'],
  eur: ['EUR'],
  thb: ['THB'],
  swt: ['USD', ...currencies.filter((code) => code !== 'USD')],
  usd: ['USD'],
  localatw: ['AUD', 'AED', 'CAD', 'CHF', 'CZK', 'DKK', 'HKD', 'HUF', 'INR', 'MXN', 'NOK', 'NZD', 'PLN', 'SEK', 'SGD'],
  swiftatw: ['USD', ...currencies.filter((code) => code !== 'USD')],
};

export const crossBorderRoutes: Readonly<Partial<Record<PayeeType, 'local' | 'swift'>>> = {
  swt: 'swift',
  usd: 'local',
  localatw: 'local',
  swiftatw: 'swift',
};

/** Default type for an address without one. */
export function defaultPayeeType(currency: Currency): PayeeType {
  if (currency === 'GBP') return 'gbp';
  if (currency === 'EUR') return 'eur';
  return currency === 'THB' ? 'thb' : 'swt';
}

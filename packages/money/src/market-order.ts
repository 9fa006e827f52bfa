import type { Currency } from './money.ts';
import { inverse, type Rate } from './rate.ts';

/** Priority of currencies in FX market convention: the earlier one of a pair is the base. */
const order: readonly Currency[] = [
  ...(['EUR', 'GBP', 'AUD', 'NZD', 'USD', 'CAD', 'CHF', 'SGD', 'CNY', 'HKD', 'AED'] as const),
  ...(['PLN', 'DKK', 'SEK', 'NOK', 'MXN', 'ZAR', 'CZK', 'THB', 'INR', 'JPY', 'HUF'] as const),
];

export const isInMarketOrder = ({ base, quote }: Pick<Rate, 'base' | 'quote'>): boolean =>
  order.indexOf(base) <= order.indexOf(quote);

export const ratePricing = (base: Currency, rate: Rate): Rate => (rate.base === base ? rate : inverse(rate));

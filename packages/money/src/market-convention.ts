import type { Currency } from './money.ts';
import { inverse, type Rate } from './rate.ts';

/** Priority of currencies in FX market convention: the earlier one of a pair is the base. */
const conventionPriority: readonly Currency[] = [
  ...(['EUR', 'GBP', 'AUD', 'NZD', 'USD', 'CAD', 'CHF', 'SGD', 'CNY', 'HKD', 'AED'] as const),
  ...(['PLN', 'DKK', 'SEK', 'NOK', 'MXN', 'ZAR', 'CZK', 'THB', 'INR', 'JPY', 'HUF'] as const),
];

export const followsMarketConvention = ({ base, quote }: Pick<Rate, 'base' | 'quote'>): boolean =>
  conventionPriority.indexOf(base) <= conventionPriority.indexOf(quote);

export const rateWithBase = (base: Currency, rate: Rate): Rate => (rate.base === base ? rate : inverse(rate));

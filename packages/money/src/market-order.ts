import type { Currency } from './money.ts';
import { inverse, type Rate } from './rate.ts';

/** The order in which the market names the two currencies of a pair: the earlier one is the one that is priced. */
const order: readonly Currency[] = [
  ...(['EUR', 'GBP', 'AUD', 'NZD', 'USD', 'CAD', 'CHF', 'SGD', 'CNY', 'HKD', 'AED'] as const),
  ...(['PLN', 'DKK', 'SEK', 'NOK', 'MXN', 'ZAR', 'CZK', 'THB', 'INR', 'JPY', 'HUF'] as const),
];

/** Whether the market prices the base of this rate, and not its quote. */
export const isInMarketOrder = ({ base, quote }: Pick<Rate, 'base' | 'quote'>): boolean =>
  order.indexOf(base) <= order.indexOf(quote);

/** The same price of one unit of `base`, whichever of the two currencies the rate priced before. */
export const ratePricing = (base: Currency, rate: Rate): Rate => (rate.base === base ? rate : inverse(rate));

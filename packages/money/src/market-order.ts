import type { Currency } from './money.ts';
import { inverse, type Rate } from './rate.ts';

/** The order in which the market names the two currencies of a pair: the earlier one is the one that is priced. */
const order: readonly Currency[] = [
  ...(['EUR', 'GBP', 'AUD', 'NZD', 'USD', 'CAD', 'CHF', 'SGD', 'CNY', 'HKD', 'AED'] as const),
  ...(['PLN', 'DKK', 'SEK', 'NOK', 'MXN', 'ZAR', 'CZK', 'THB', 'INR', 'JPY', 'HUF'] as const),
];

/** The rate as dealers say it, whichever way the customer trades: THB into GBP is told as 1 GBP = 43.3366 THB. */
export const inMarketOrder = (rate: Rate): Rate =>
  order.indexOf(rate.base) <= order.indexOf(rate.quote) ? rate : inverse(rate);

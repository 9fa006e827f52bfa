import type { Currency } from '@larkmere/money/money';

/** The currencies that have a chart, and rates that somebody can wait for. */
export const currencies: readonly Currency[] = ['GBP', 'THB', 'EUR', 'USD', 'JPY'];

/** Those offered to whoever is not known (specification, section 9). */
const usualCurrencies: readonly Currency[] = ['GBP', 'THB', 'EUR'];

/** What a chart offers: the usual currencies, and what somebody holds or the chart shows already. */
export const offeredCurrencies = (held: readonly string[]): readonly Currency[] =>
  currencies.filter((code) => usualCurrencies.includes(code) || held.includes(code));

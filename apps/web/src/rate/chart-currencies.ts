import type { Currency } from '@larkmere/money/money';

export const currencies: readonly Currency[] = ['GBP', 'THB', 'EUR', 'USD', 'JPY'];

/** Fixed by the specification (section 9). */
const usualCurrencies: readonly Currency[] = ['GBP', 'THB', 'EUR'];

export const offeredCurrencies = (held: readonly string[]): readonly Currency[] =>
  currencies.filter((code) => usualCurrencies.includes(code) || held.includes(code));

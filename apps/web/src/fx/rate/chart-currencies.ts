import type { Currency } from '@larkmere/money/money';

export const chartCurrencies: readonly Currency[] = ['GBP', 'THB', 'EUR', 'USD', 'JPY'];

/** Fixed by the specification (section 9). */
const defaultCurrencies: readonly Currency[] = ['GBP', 'THB', 'EUR'];

export const offeredCurrencies = (held: readonly string[]): readonly Currency[] =>
  chartCurrencies.filter((code) => defaultCurrencies.includes(code) || held.includes(code));

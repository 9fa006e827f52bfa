import { timeframes } from '@larkmere/contract/timeframe';
import { type Currency, isCurrency } from '@larkmere/money/money';
import type { ChartChoice } from './rate.api.ts';

export type EmbeddedChoice = Readonly<{ first: ChartChoice; currencies: readonly Currency[] }>;

type Parameters = Readonly<Record<string, unknown>>;

/**
 * The chart that the query of `/embedded/chart` names (docs/embedded-chart.md). For a value that does not exist, the usual
 * one is taken.
 */
export function embeddedChoice({ from, to, timeframe, ...asked }: Parameters, usual: EmbeddedChoice): EmbeddedChoice {
  const currencies = namedCurrencies(asked.currencies) ?? usual.currencies;
  const [first, second] = [from, to].map((code) => currencies.find((currency) => currency === code));
  const pair = first !== undefined && second !== undefined && first !== second ? { from: first, to: second } : {};
  const [one = usual.first.from, other = usual.first.to] = currencies === usual.currencies ? [] : currencies;
  return {
    first: {
      from: one,
      to: other,
      ...pair,
      timeframe: timeframes.find((each) => each === timeframe) ?? usual.first.timeframe,
    },
    currencies,
  };
}

/** A chart needs two currencies: a list with fewer, or with an unknown one, is no list. */
function namedCurrencies(list: unknown): readonly Currency[] | undefined {
  if (typeof list !== 'string') return undefined;
  const codes = [...new Set(list.split(',').map((code) => code.trim().toUpperCase()))];
  return codes.length > 1 && codes.every(isCurrency) ? codes : undefined;
}

import { timeframes } from '@larkmere/contract/fx/rate-timeframe';
import { type Currency, isCurrency } from '@larkmere/money/money';
import { chartCurrencies, offeredCurrencies } from './chart-currencies.ts';
import type { ChartChoice } from './rate.api.ts';

export type EmbeddedChoice = Readonly<{ first: ChartChoice; currencies: readonly Currency[] }>;

type QueryParameters = Readonly<Record<string, unknown>>;

/** Reads the query of `/embedded/chart` (docs/embedded-chart.md); an invalid value falls back to the default. */
export function parseEmbeddedChoice(
  { from, to, timeframe, ...others }: QueryParameters,
  usual: ChartChoice,
): EmbeddedChoice {
  const named = parseCurrencies(others.currencies);
  const [first, second] = [from, to].map((code) => (named ?? chartCurrencies).find((currency) => currency === code));
  const pair = first !== undefined && second !== undefined && first !== second ? { from: first, to: second } : {};
  const [one = usual.from, other = usual.to] = named ?? [];
  const shown = {
    from: one,
    to: other,
    ...pair,
    timeframe: timeframes.find((each) => each === timeframe) ?? usual.timeframe,
  };
  return { first: shown, currencies: named ?? offeredCurrencies([shown.from, shown.to]) };
}

/** A chart needs two currencies, so a shorter list or one with an unknown code is ignored. */
function parseCurrencies(list: unknown): readonly Currency[] | undefined {
  if (typeof list !== 'string') return undefined;
  const codes = [...new Set(list.split(',').map((code) => code.trim().toUpperCase()))];
  return codes.length > 1 && codes.every(isCurrency) ? codes : undefined;
}

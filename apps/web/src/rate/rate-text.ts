import type { Currency } from '@larkmere/money/money';
import { readRate } from '@larkmere/money/rate';
import { type ShownRate, showRate, shownRateText } from '@larkmere/money/rate-text';

type Pair = Readonly<{ from: Currency; to: Currency }>;

/** A point of the chart for reading, in the direction that the customer chose; undefined for a text that is no rate. */
export function shownPoint(close: string, { from, to }: Pair): ShownRate | undefined {
  const rate = readRate(from, to, close);
  return rate && showRate(rate);
}

/** What one unit is worth at a point, as a figure. */
export const pointFigure = (close: string, pair: Pair): string => shownPoint(close, pair)?.rate ?? close;

/** The way the market quotes the pair, where that is the other way round. */
export function marketText(close: string, pair: Pair): string | undefined {
  const market = shownPoint(close, pair)?.market;
  return market ? shownRateText({ ...market, market: null }) : undefined;
}

/** A figure with the market's way behind it, for a line of text. */
export function pointText(close: string, pair: Pair): string {
  const market = marketText(close, pair);
  return market ? `${pointFigure(close, pair)} (${market})` : pointFigure(close, pair);
}

/** As many decimals as the figure of a point has, so that a change is not hidden by rounding. */
export const placesOf = (close: string, pair: Pair): number => pointFigure(close, pair).split('.')[1]?.length ?? 4;

/** A change with its sign: `+0.1234`, `−0.05`, and no sign where nothing is left of it. */
export function signedText(value: string, places: number): string {
  const format = new Intl.NumberFormat('en-GB', { minimumFractionDigits: places, maximumFractionDigits: places });
  const size = format.format(value.replace('-', '') as Intl.StringNumericLiteral);
  if (!/[1-9]/.test(size)) return size;
  return `${value.startsWith('-') ? '−' : '+'}${size}`;
}

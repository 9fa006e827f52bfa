import type { Currency } from '@larkmere/money/money';
import { readRate } from '@larkmere/money/rate';
import { type ShownRate, showRate, shownRateText } from '@larkmere/money/rate-text';

type Pair = Readonly<{ from: Currency; to: Currency }>;

export function shownPoint(close: string, { from, to }: Pair): ShownRate | undefined {
  const rate = readRate(from, to, close);
  return rate && showRate(rate);
}

export const pointFigure = (close: string, pair: Pair): string => shownPoint(close, pair)?.rate ?? close;

export function marketText(close: string, pair: Pair): string | undefined {
  const market = shownPoint(close, pair)?.market;
  return market ? shownRateText({ ...market, market: null }) : undefined;
}

export function pointText(close: string, pair: Pair): string {
  const market = marketText(close, pair);
  return market ? `${pointFigure(close, pair)} (${market})` : pointFigure(close, pair);
}

/** As many decimals as the displayed rate, so that rounding does not hide a change. */
export const placesOf = (close: string, pair: Pair): number => pointFigure(close, pair).split('.')[1]?.length ?? 4;

export function signedText(value: string, places: number): string {
  const format = new Intl.NumberFormat('en-GB', { minimumFractionDigits: places, maximumFractionDigits: places });
  const size = format.format(value.replace('-', '') as Intl.StringNumericLiteral);
  if (!/[1-9]/.test(size)) return size;
  return `${value.startsWith('-') ? '−' : '+'}${size}`;
}

import { type DisplayedRate, formatDisplayedRate, toDisplayedRate } from '@larkmere/money/displayed-rate';
import type { Currency } from '@larkmere/money/money';
import { readRate } from '@larkmere/money/rate';

type Pair = Readonly<{ from: Currency; to: Currency }>;

export function pointRate(close: string, { from, to }: Pair): DisplayedRate | undefined {
  const rate = readRate(from, to, close);
  return rate && toDisplayedRate(rate);
}

export const pointRateText = (close: string, pair: Pair): string => pointRate(close, pair)?.rate ?? close;

export function marketDirectionText(close: string, pair: Pair): string | undefined {
  const market = pointRate(close, pair)?.market;
  return market ? formatDisplayedRate({ ...market, market: null }) : undefined;
}

export function pointText(close: string, pair: Pair): string {
  const market = marketDirectionText(close, pair);
  return market ? `${pointRateText(close, pair)} (${market})` : pointRateText(close, pair);
}

/** As many decimals as the displayed rate, so that rounding does not hide a change. */
export const decimalPlacesOf = (close: string, pair: Pair): number =>
  pointRateText(close, pair).split('.')[1]?.length ?? 4;

export function signedText(value: string, places: number): string {
  const format = new Intl.NumberFormat('en-GB', { minimumFractionDigits: places, maximumFractionDigits: places });
  const size = format.format(value.replace('-', '') as Intl.StringNumericLiteral);
  if (!/[1-9]/.test(size)) return size;
  return `${value.startsWith('-') ? '−' : '+'}${size}`;
}

import type { Currency } from '@larkmere/money/money';
import { readRate } from '@larkmere/money/rate';
import { otherSide } from '@larkmere/money/rate-text';

type Pair = Readonly<{ from: Currency; to: Currency }>;

const decimals = new Map<number, Intl.NumberFormat>();

function formatterOf(places: number): Intl.NumberFormat {
  const known = decimals.get(places);
  if (known) return known;
  const formatter = new Intl.NumberFormat('en-GB', { minimumFractionDigits: places, maximumFractionDigits: places });
  decimals.set(places, formatter);
  return formatter;
}

/** A rate with four decimals, as the specification shows rates; rounded from its text, never through a float. */
export const rateText = (close: string, places = 4): string =>
  formatterOf(places).format(close as Intl.StringNumericLiteral);

/** The other side of a point's rate where four decimals would hide too much of it. */
export function otherSideOf(close: string, { from, to }: Pair): string | undefined {
  const rate = readRate(from, to, close);
  return rate && otherSide(rate);
}

/** A rate with its other side behind it where it needs one, for a line of text. */
export function fullRateText(close: string, pair: Pair): string {
  const other = otherSideOf(close, pair);
  return other ? `${rateText(close)} (${other})` : rateText(close);
}

/** A change with its sign: `+0.1234`, `−0.05`, and no sign where nothing is left of it. */
export function signedText(value: string, places: number): string {
  const size = rateText(value.replace('-', ''), places);
  if (!/[1-9]/.test(size)) return size;
  return `${value.startsWith('-') ? '−' : '+'}${size}`;
}

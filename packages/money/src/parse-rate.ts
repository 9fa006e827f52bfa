import { type DecimalFault, parseDecimalText } from './decimal-text.ts';

/**
 * What a text says that somebody typed as a rate or a level. `rate` is a plain decimal for `readRate`. A point is the mark
 * of decimals, as rates are quoted; `1,185` has two readings.
 */
export type RateText =
  | Readonly<{ kind: 'rate'; rate: string }>
  | Readonly<{ kind: 'ambiguous'; rate: string; other: string }>
  | Readonly<{ kind: 'invalid'; reason: DecimalFault | 'large' | 'decimals' }>;

/** Reads a rate as people write it, with `1,1850` as 1.1850. Refuses anything else by name. */
export function parseRateText(text: string): RateText {
  const read = parseDecimalText(text);
  if (read.kind === 'invalid') return read;
  if (read.kind === 'decimal') return rateIn(read.value);
  const decimal = rateIn(read.decimal);
  const grouped = rateIn(read.grouped);
  if (read.mark === '.' || decimal.kind === 'invalid' || grouped.kind === 'invalid') return decimal;
  return { kind: 'ambiguous', rate: decimal.rate, other: grouped.rate };
}

type Read = Exclude<RateText, { kind: 'ambiguous' }>;

/** As long as a rate on the wire may be. */
function rateIn({ whole, fraction }: { whole: string; fraction: string }): Read {
  const figures = whole.replace(/^0+(?=\d)/, '') || '0';
  if (figures.length > 8) return { kind: 'invalid', reason: 'large' };
  if (fraction.length > 10) return { kind: 'invalid', reason: 'decimals' };
  return { kind: 'rate', rate: fraction === '' ? figures : `${figures}.${fraction}` };
}

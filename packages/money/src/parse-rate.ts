import { type DecimalFault, parseDecimalText } from './decimal-text.ts';

/**
 * A typed rate. `rate` is a plain decimal for `readRate`. A point is the decimal mark, as rates are quoted; `1,185` is
 * ambiguous.
 */
export type RateText =
  | Readonly<{ kind: 'rate'; rate: string }>
  | Readonly<{ kind: 'ambiguous'; rate: string; other: string }>
  | Readonly<{ kind: 'invalid'; reason: DecimalFault | 'large' | 'decimals' }>;

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

function rateIn({ whole, fraction }: { whole: string; fraction: string }): Read {
  const figures = whole.replace(/^0+(?=\d)/, '') || '0';
  if (figures.length > 8) return { kind: 'invalid', reason: 'large' };
  if (fraction.length > 10) return { kind: 'invalid', reason: 'decimals' };
  return { kind: 'rate', rate: fraction === '' ? figures : `${figures}.${fraction}` };
}

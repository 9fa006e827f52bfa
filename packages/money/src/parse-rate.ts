import { type Decimal, type DecimalFault, parseDecimalText } from './parse-decimal.ts';

/**
 * A typed rate. `rate` is a plain decimal for `readRate`. A point is the decimal mark, as rates are quoted; `1,185` is
 * ambiguous.
 */
export type ParsedRate =
  | Readonly<{ kind: 'rate'; rate: string }>
  | Readonly<{ kind: 'ambiguous'; rate: string; other: string }>
  | Readonly<{ kind: 'invalid'; reason: DecimalFault | 'large' | 'decimals' }>;

export function parseRateText(text: string): ParsedRate {
  const read = parseDecimalText(text);
  if (read.kind === 'invalid') return read;
  if (read.kind === 'decimal') return toRate(read.value);
  const rate = formatDecimal(read.decimal);
  return read.mark === '.' ? { kind: 'rate', rate } : { kind: 'ambiguous', rate, other: formatDecimal(read.grouped) };
}

function toRate({ whole, fraction }: Decimal): ParsedRate {
  const figures = whole.replace(/^0+(?=\d)/, '') || '0';
  if (figures.length > 8) return { kind: 'invalid', reason: 'large' };
  if (fraction.length > 10) return { kind: 'invalid', reason: 'decimals' };
  return { kind: 'rate', rate: formatDecimal({ whole: figures, fraction }) };
}

const formatDecimal = ({ whole, fraction }: Decimal): string => (fraction === '' ? whole : `${whole}.${fraction}`);

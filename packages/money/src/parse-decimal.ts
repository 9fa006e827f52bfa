export type Decimal = Readonly<{ whole: string; fraction: string }>;

export const decimalFaults = ['empty', 'negative', 'exponent', 'letters', 'characters', 'marks', 'grouping'] as const;
export type DecimalFault = (typeof decimalFaults)[number];

export type ParsedDecimal =
  | Readonly<{ kind: 'decimal'; value: Decimal }>
  | Readonly<{ kind: 'ambiguous'; mark: ',' | '.'; grouped: Decimal; decimal: Decimal }>
  | Readonly<{ kind: 'invalid'; reason: DecimalFault }>;

const minusSigns = '[-−–—]';
const negative = new RegExp(`^[(]|^${minusSigns}|${minusSigns}$`);

export const normaliseSigns = (text: string): string =>
  text
    .replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50))
    .replace(/[０-９]/g, (digit) => String(digit.charCodeAt(0) - 0xff10))
    .replaceAll('，', ',')
    .replaceAll('．', '.')
    .replaceAll('’', "'")
    .replace(/[\u00a0\u2002-\u200a\u202f\u3000]/g, ' ')
    .trim();

/**
 * Parses a decimal with comma or point as the mark and thousands grouped by comma, point, space or apostrophe, or the
 * Indian way. No character is ignored. Three digits after a single mark are ambiguous.
 */
export function parseDecimalText(text: string): ParsedDecimal {
  const plain = normaliseSigns(text);
  const reason = findFault(plain);
  if (reason) return { kind: 'invalid', reason };
  const [, first = '', mark, rest = ''] = /^([1-9]\d{0,2})([.,])(\d{3})$/.exec(plain) ?? [];
  if (mark === ',' || mark === '.')
    return {
      kind: 'ambiguous',
      mark,
      grouped: { whole: first + rest, fraction: '' },
      decimal: { whole: first, fraction: rest },
    };
  const value = parseUngrouped(plain) ?? parseGrouped(plain);
  return value ? { kind: 'decimal', value } : { kind: 'invalid', reason: classifyMarkFault(plain) };
}

function findFault(text: string): DecimalFault | undefined {
  if (negative.test(text)) return 'negative';
  if (/\d\s*e\s*[-+−]?\s*\d+$/i.test(text)) return 'exponent';
  if (/\p{L}/u.test(text)) return 'letters';
  if (/[^\d.,' ]/.test(text)) return 'characters';
  return /\d/.test(text) ? undefined : 'empty';
}

function parseUngrouped(text: string): Decimal | undefined {
  const [found, whole = '', fraction = ''] = /^(\d*)(?:[.,](\d*))?$/.exec(text) ?? [];
  return found === undefined ? undefined : { whole, fraction };
}

const groupedPatterns = [
  /^(?<whole>[1-9]\d{0,2}(?<group>[ ',.])\d{3}(?:\k<group>\d{3})*)(?:(?!\k<group>)[.,](?<fraction>\d*))?$/,
  /^(?<whole>[1-9]\d?(?:,\d{2})+,\d{3})(?:\.(?<fraction>\d*))?$/,
];

function parseGrouped(text: string): Decimal | undefined {
  const parts = groupedPatterns.map((shape) => shape.exec(text)?.groups).find((found) => found !== undefined);
  return parts && { whole: (parts.whole ?? '').replace(/\D/g, ''), fraction: parts.fraction ?? '' };
}

function classifyMarkFault(text: string): 'marks' | 'grouping' {
  const marks = text.replace(/[^.,]/g, '');
  return marks.indexOf(marks.at(-1) ?? '') < marks.length - 1 ? 'marks' : 'grouping';
}

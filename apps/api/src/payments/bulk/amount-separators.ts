import { normaliseSigns } from '@larkmere/money/parse-decimal';
import type { RowValues } from './bulk.ts';

/**
 * Reads `1,250` as `1250` only if the other amounts of the file prove that `,` groups thousands. Otherwise the row is
 * refused as ambiguous.
 */
export function resolveThousandsSeparator(rows: readonly RowValues[]): readonly RowValues[] {
  const amounts = rows.map(({ amount = '' }) => normaliseSigns(amount));
  const marksBefore = (digits: RegExp): string[] => [
    ...new Set(amounts.flatMap((text) => digits.exec(text)?.[1] ?? [])),
  ];
  const [mark, ...others] = marksBefore(/([.,])\d{1,2}$/);
  if (mark === undefined || others.length > 0 || marksBefore(/([.,])\d{3}[.,]/).includes(mark)) return rows;
  const group = mark === '.' ? ',' : '.';
  const [first, rest] = ['[1-9]\\d{0,2}', '\\d{3}'];
  const grouped = new RegExp(`^${first}\\${group}${rest}$`);
  return rows.map((row, place) => {
    const text = amounts[place] ?? '';
    return grouped.test(text) ? { ...row, amount: text.replace(group, '') } : row;
  });
}

/** Programs write a decimal point. A fourth decimal prevents reading `1.250` as grouped thousands. */
export const markDecimalPoint = (text: string): string => (/^\d+\.\d{3}$/.test(text) ? `${text}0` : text);

import { plainSigns } from '@larkmere/money/decimal-text';
import type { GivenRow } from './bulk-payment.ts';

/**
 * Rows with amounts such as `1,250` written as `1250`, in a file whose other amounts show that `,` groups thousands: they
 * all have `.` before their decimals and none groups by it. Any other file is left as it is, and each row is asked about.
 */
export function settleGrouping(rows: readonly GivenRow[]): readonly GivenRow[] {
  const amounts = rows.map(({ amount = '' }) => plainSigns(amount));
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

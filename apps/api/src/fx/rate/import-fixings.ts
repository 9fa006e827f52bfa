import { isCurrency } from '@larkmere/money/money';
import { readRate } from '@larkmere/money/rate';
import { audit } from '../../platform/requests/audit.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { type Fixing, insertFixings } from './rate.sql.ts';
import { indexOfDate } from './trading-calendar.ts';

export type ImportSummary = Readonly<{ read: number; added: number; from: string; to: string }>;

/**
 * Imports the ECB's `eurofxref-hist.csv`. Existing rates are unchanged. Throws TypeError, and imports nothing, if any
 * line is malformed.
 */
export async function importFixings(ctx: Ctx, file: string): Promise<ImportSummary> {
  const fixings = readFixings(file);
  const days = fixings.map(({ day }) => day).toSorted();
  const [from, to] = [days.at(0), days.at(-1)];
  if (from === undefined || to === undefined) throw new TypeError('There is no rate in this file');
  const added = await insertFixings(ctx.tx, 'ecb', fixings);
  await audit(ctx, 'rate.fixings_imported', 'rate:ecb', { read: fixings.length, added, from, to });
  return { read: fixings.length, added, from, to };
}

export function readFixings(file: string): Fixing[] {
  const [head = '', ...lines] = file.split(/\r?\n/).filter((line) => line.trim() !== '');
  const columns = head.split(',').map((name) => name.trim());
  if (columns[0]?.toLowerCase() !== 'date') throw new TypeError('The first column is not Date');
  return lines.flatMap((line, n) => {
    const [day = '', ...values] = line.split(',').map((value) => value.trim());
    if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || indexOfDate(day) === undefined)
      throw new TypeError(`Line ${n + 2}: ${day} is no working day`);
    return columns.slice(1).flatMap((currency, column): Fixing[] => {
      const text = values[column] ?? '';
      if (!isCurrency(currency) || text === '' || text === 'N/A') return [];
      if (!readRate('EUR', currency, text)) throw new TypeError(`Line ${n + 2}: ${text} is no rate of ${currency}`);
      return [{ currency, day, perEuro: text }];
    });
  });
}

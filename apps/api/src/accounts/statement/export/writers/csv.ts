import { neutraliseFormula } from '@larkmere/contract/platform/neutralise-formula';
import { formatAmount } from '@larkmere/money/money';
import { stringify } from 'csv-stringify/sync';
import { type BalanceRow, type Cell, type CsvStyle, closingRow, openingRow } from '../columns.ts';
import type { Statement } from '../statement-row.ts';
import { cleanText } from './text.ts';

/** UTF-8 with CRLF; one signed amount with a decimal point. */
export async function* writeCsv({ head, batches }: Statement, style: CsvStyle): AsyncGenerator<string> {
  const { columns, separator, hasByteOrderMark, hasBalanceRows } = style;
  const write = (rows: string[][]): string => writeLines(rows, separator);
  const balanceLine = (balance: BalanceRow): string =>
    write([columns.map(({ ofBalance }) => (ofBalance ? cellText(ofBalance(balance), style) : ''))]);
  yield (hasByteOrderMark ? '\uFEFF' : '') + write([columns.map(({ header }) => header)]);
  if (hasBalanceRows) yield balanceLine(openingRow(head));
  for await (const rows of batches)
    yield write(rows.map((row) => columns.map(({ cell }) => cellText(cell(row), style))));
  if (hasBalanceRows) yield balanceLine(closingRow(head));
}

const writeLines = (rows: readonly string[][], delimiter: string): string =>
  stringify(rows as string[][], { delimiter, record_delimiter: 'windows', bom: false });

/** A table that people open. Its texts may be written by others. */
export const writeTable = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${writeLines(
    rows.map((cells) => cells.map((cell) => neutraliseFormula(cleanText(cell)))),
    ',',
  )}`;

function cellText({ kind, value }: Cell, { dates }: CsvStyle): string {
  if (value === null) return '';
  switch (kind) {
    case 'amount':
      return formatAmount(value);
    case 'day':
      return dates === 'YYYY-MM-DD' ? value : value.split('-').toReversed().join('/');
    case 'text':
      return neutraliseFormula(cleanText(value));
    case 'code':
    case 'number':
      return value;
  }
}

import { maxRows } from '@larkmere/contract/payments/bulk';
import { message } from '@larkmere/messages/message';
import { parse } from 'csv-parse/sync';
import { readSheet } from 'read-excel-file/node';
import type { RowValues } from './bulk.ts';
import { findColumn, isIdentifierColumn } from './columns.ts';
import { FileRejected } from './file-rejected.ts';
import { markDecimalPoint } from './machine-number.ts';
import { NumberCell } from './number-cell.ts';
import { parsePain001 } from './parse-pain001.ts';
import { resolveThousandsSeparator } from './thousands-separator.ts';
import { unpackWorkbook } from './unpack-workbook.ts';

export type FileFormat = 'csv' | 'xlsx' | 'pain.001';

export type ParsedFile = Readonly<{ format: FileFormat; rows: readonly RowValues[] }>;

/** Detects the format from the content, not the file name. Throws `FileRejected`. */
export async function parseFile(given: Buffer): Promise<ParsedFile> {
  const bytes = toUtf8(given);
  const format = detectFormat(bytes);
  const rows =
    format === 'pain.001'
      ? parsePain001(requireWithinLimits(decodeText(bytes)))
      : resolveThousandsSeparator(toRows(await parseTable(format, bytes)));
  if (rows.length === 0) throw new FileRejected(message('bulk_file_no_payments'));
  if (rows.length > maxRows) throw tooManyPayments();
  return { format, rows };
}

const maxLines = 2 * maxRows + 1;

const tooManyPayments = (): FileRejected => new FileRejected(message('bulk_file_too_many_payments', { max: maxRows }));

const maxElements = 100 * maxRows;

/** Parsing time grows with the number of elements, so the limit applies before parsing. */
function requireWithinLimits(document: string): string {
  let [transfers, elements] = [0, 0];
  for (const [, name] of document.matchAll(/<(?:[\w.-]+:)?([\w.-]+)/g)) {
    elements += 1;
    if (name === 'CdtTrfTxInf') transfers += 1;
    if (transfers > maxRows || elements > maxElements) throw tooManyPayments();
  }
  return document;
}

/** Spreadsheets save "Unicode text" as UTF-16 with a byte order mark. */
function toUtf8(bytes: Buffer): Buffer {
  const coding = { fffe: 'utf-16le', feff: 'utf-16be' }[bytes.toString('hex', 0, 2)];
  return coding ? Buffer.from(new TextDecoder(coding).decode(bytes)) : bytes;
}

function detectFormat(bytes: Buffer): FileFormat {
  if (bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))) return 'xlsx';
  if (bytes.includes(0)) throw new FileRejected(message('bulk_file_type_unknown'));
  return /^\uFEFF?\s*</.test(bytes.subarray(0, 200).toString('utf8')) ? 'pain.001' : 'csv';
}

function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

async function parseTable(format: 'csv' | 'xlsx', bytes: Buffer): Promise<string[][]> {
  try {
    if (format === 'xlsx') return await parseWorkbook(bytes);
    const text = decodeText(bytes);
    const lines = parse(text, {
      bom: true,
      to: maxLines + 1,
      delimiter: detectDelimiter(text),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
      max_record_size: 20_000,
    });
    if (lines.length > maxLines) throw tooManyPayments();
    return lines;
  } catch (cause) {
    if (cause instanceof FileRejected) throw cause;
    throw new FileRejected(message('bulk_file_unreadable'), { cause });
  }
}

async function parseWorkbook(bytes: Buffer): Promise<string[][]> {
  const rows = await readSheet(await unpackWorkbook(bytes), { parseNumber: (text) => new NumberCell(text) });
  const names = (rows[0] ?? []).map((cell) => findColumn(cellText(cell, undefined)));
  return rows.map((row) => row.map((cell, place) => cellText(cell, names[place])));
}

/** Looks at the heading only, because a row such as `25,00;Rent` contains both signs. */
function detectDelimiter(text: string): string {
  const [heading = ''] = text.trimStart().split(/\r?\n|\r/, 1);
  const count = (sign: string): number => heading.split(sign).length;
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

function cellText(cell: unknown, column: string | undefined): string {
  if (cell instanceof NumberCell) return numberText(cell, column);
  // A sort code such as 20-10-11 that a spreadsheet took for a date has other digits as a date.
  if (cell instanceof Date) return isIdentifierColumn(column) ? cell.toUTCString() : cell.toISOString().slice(0, 10);
  return typeof cell === 'string' ? cell.trim() : typeof cell === 'boolean' ? `${cell}` : '';
}

function numberText(cell: NumberCell, column: string | undefined): string {
  if (column === 'amount') return markDecimalPoint(cell.displayed);
  return isIdentifierColumn(column) ? cell.exact : cell.displayed;
}

function toRows([header = [], ...lines]: string[][]): RowValues[] {
  const names = header.map(findColumn);
  if (!names.includes('amount') || !names.includes('name'))
    throw new FileRejected(message('bulk_file_columns_missing'));
  const tooLong = lines.findIndex((line) => line.slice(names.length).some((text) => text !== ''));
  if (tooLong >= 0) throw new FileRejected(message('bulk_file_extra_columns', { line: tooLong + 2 }));
  const filled = lines.filter((line) => line.some((text) => text !== ''));
  return filled.map((line) =>
    Object.fromEntries(
      names.flatMap((name, place) => {
        const text = (line[place] ?? '').slice(0, 200);
        return name && text ? [[name, text]] : [];
      }),
    ),
  );
}

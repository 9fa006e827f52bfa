import { mostRows } from '@larkmere/contract/bulk-payment';
import { parse } from 'csv-parse/sync';
import { readSheet } from 'read-excel-file/node';
import type { GivenRow } from './bulk-payment.ts';
import { columnNamed } from './columns.ts';
import { FileRejected } from './file-rejected.ts';
import { plainNumber } from './plain-number.ts';
import { plainWorkbook } from './plain-workbook.ts';
import { readPain } from './read-pain.ts';
import { settleGrouping } from './settle-grouping.ts';

export type FileFormat = 'csv' | 'xlsx' | 'pain.001';

export type ReadFile = Readonly<{ format: FileFormat; rows: readonly GivenRow[] }>;

/** Detects the format from the content, not the file name. Throws `FileRejected`. */
export async function readFile(given: Buffer): Promise<ReadFile> {
  const bytes = inUtf8(given);
  const format = formatOf(bytes);
  const rows =
    format === 'pain.001' ? readPain(limited(textOf(bytes))) : settleGrouping(rowsOf(await tableOf(format, bytes)));
  if (rows.length === 0) throw new FileRejected('This file has no payments. Nothing was kept.');
  if (rows.length > mostRows) throw tooMany();
  return { format, rows };
}

const mostLines = 2 * mostRows + 1;

const tooMany = (): FileRejected =>
  new FileRejected(`This file has more payments than we take: ${mostRows} at most. Nothing was kept. Split it up.`);

const mostElements = 100 * mostRows;

/** Parsing time grows with the number of elements, so the limit applies before parsing. */
function limited(document: string): string {
  let [transfers, elements] = [0, 0];
  for (const [, name] of document.matchAll(/<(?:[\w.-]+:)?([\w.-]+)/g)) {
    elements += 1;
    if (name === 'CdtTrfTxInf') transfers += 1;
    if (transfers > mostRows || elements > mostElements) throw tooMany();
  }
  return document;
}

/** Spreadsheets save "Unicode text" as UTF-16 with a byte order mark. */
function inUtf8(bytes: Buffer): Buffer {
  const coding = { fffe: 'utf-16le', feff: 'utf-16be' }[bytes.toString('hex', 0, 2)];
  return coding ? Buffer.from(new TextDecoder(coding).decode(bytes)) : bytes;
}

function formatOf(bytes: Buffer): FileFormat {
  if (bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))) return 'xlsx';
  if (bytes.includes(0)) throw new FileRejected('This is no CSV, XLSX or pain.001 file. Nothing was kept.');
  return /^\uFEFF?\s*</.test(bytes.subarray(0, 200).toString('utf8')) ? 'pain.001' : 'csv';
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

async function tableOf(format: 'csv' | 'xlsx', bytes: Buffer): Promise<string[][]> {
  try {
    if (format === 'xlsx') return await cellsOf(bytes);
    const text = textOf(bytes);
    const lines = parse(text, {
      bom: true,
      to: mostLines + 1,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
      max_record_size: 20_000,
    });
    if (lines.length > mostLines) throw tooMany();
    return lines;
  } catch (cause) {
    if (cause instanceof FileRejected) throw cause;
    throw new FileRejected('We cannot read this file. Save it again as CSV or XLSX. Nothing was kept.', { cause });
  }
}

async function cellsOf(bytes: Buffer): Promise<string[][]> {
  const rows = await readSheet(await plainWorkbook(bytes));
  const names = (rows[0] ?? []).map((cell) => columnNamed(cellText(cell)));
  return rows.map((row) =>
    row.map((cell, place) => {
      const isAmount = typeof cell === 'number' && names[place] === 'amount';
      return isAmount ? plainNumber(cellText(cell)) : cellText(cell);
    }),
  );
}

/** Looks at the heading only, because a row such as `25,00;Rent` contains both signs. */
function delimiterOf(text: string): string {
  const [heading = ''] = text.trimStart().split(/\r?\n|\r/, 1);
  const count = (sign: string): number => heading.split(sign).length;
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

function cellText(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  // Spreadsheets store floats and display 15 significant digits.
  if (typeof cell === 'number') return `${Number(cell.toPrecision(15))}`;
  return typeof cell === 'string' ? cell.trim() : typeof cell === 'boolean' ? `${cell}` : '';
}

function rowsOf([header = [], ...lines]: string[][]): GivenRow[] {
  const names = header.map(columnNamed);
  if (!names.includes('amount') || !names.includes('name')) {
    const message = 'The first line has to name the columns, with “name” and “amount” among them. Nothing was kept.';
    throw new FileRejected(message);
  }
  const tooLong = lines.findIndex((line) => line.slice(names.length).some((text) => text !== ''));
  if (tooLong >= 0) {
    const message = `Line ${tooLong + 2} has more columns than the first line, so that we cannot tell which is which. Put texts and amounts with “,” in quotes. Nothing was kept.`;
    throw new FileRejected(message);
  }
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

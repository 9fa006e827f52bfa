import { maxRows } from '@larkmere/contract/payments/bulk';
import { neutraliseFormula } from '@larkmere/contract/platform/neutralise-formula';
import { message } from '@larkmere/messages/message';
import { parse } from 'csv-parse/sync';
import { readSheet } from 'read-excel-file/node';
import { buildArchive, readEntries, storeUncompressed, streamEntry, type ZipEntry } from '../../platform/files/zip.ts';
import { markDecimalPoint, resolveThousandsSeparator } from './amount-separators.ts';
import type { RowValues } from './bulk.ts';
import { findColumn, isIdentifierColumn } from './columns.ts';
import { FileRejected } from './file-rejected.ts';
import { parsePain001 } from './parse-pain001.ts';
import { createSheetLimits } from './sheet-limits.ts';

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

const maxDigits = 15;

/** A number of a spreadsheet cell, which keeps 15 digits and no leading zeros. */
class NumberCell {
  readonly #text: string;

  /** Throws for a text that is no number. */
  constructor(text: string) {
    if (!Number.isFinite(Number(text)) || text.trim() === '') throw new Error(`“${text}” is no number`);
    this.#text = text.trim();
  }

  /** As the spreadsheet displays it. */
  get displayed(): string {
    return `${Number(Number(this.#text).toPrecision(maxDigits))}`;
  }

  /** The whole number, with `n.0` as n; in scientific notation, which no identifier is, if digits can be missing. */
  get exact(): string {
    const [, whole = '', fraction = '', power = '0'] = /^(\d+)(?:\.(\d*))?(?:e\+?(\d+))?$/i.exec(this.#text) ?? [];
    const digits = fraction.replace(/0+$/, '').length;
    const isShort = Number(power) > fraction.length;
    if (whole === '' || digits > Number(power)) return this.#text;
    const number = `${Number(this.#text)}`;
    return isShort || number.length > maxDigits ? Number(this.#text).toExponential() : number;
  }
}

const maxBytes = 40 * 1024 * 1024;
const maxEntries = 1000;

const unreadable = message('bulk_workbook_unreadable');

const ignoredParts =
  /^(docProps|customXml)\/|\/(drawings|charts|theme|pivot\w*|tables|queryTables|externalLinks)\/|calcChain|comments/i;

/** Guards against zip bombs: counts while unpacking and throws `FileRejected` at the first limit exceeded. */
async function unpackWorkbook(bytes: Buffer): Promise<Buffer> {
  const entries = readEntries(bytes);
  if (!entries || entries.length > maxEntries) throw new FileRejected(unreadable);
  const limits = createSheetLimits();
  const parts: { entry: ZipEntry; data: Buffer }[] = [];
  let left = maxBytes;
  for (const entry of entries.filter(({ name }) => /\.(xml|rels)$/i.test(name) && !ignoredParts.test(name))) {
    const pieces: Buffer[] = [];
    const part = limits.startPart();
    try {
      for await (const piece of streamEntry(bytes, entry)) {
        left -= piece.length;
        if (left < 0 || !part.accept(piece)) throw new FileRejected(unreadable);
        pieces.push(piece);
      }
    } catch (cause) {
      throw cause instanceof FileRejected ? cause : new FileRejected(unreadable, { cause });
    }
    parts.push(storeUncompressed(entry, Buffer.concat(pieces)));
  }
  return buildArchive(parts);
}

const escapeCell = (text: string): string => `"${neutraliseFormula(text).replaceAll('"', '""')}"`;

export const toCsv = (lines: readonly (readonly string[])[]): string =>
  `\uFEFF${lines.map((line) => line.map(escapeCell).join(',')).join('\r\n')}\r\n`;

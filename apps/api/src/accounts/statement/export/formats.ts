import type { ExportFormat, ExportPreset } from '@larkmere/contract/accounts/export-presets';
import { csvStyles, defaultCsvStyle } from './columns.ts';
import type { Statement, StatementHead } from './statement-row.ts';
import { writeCamt053 } from './writers/camt053.ts';
import { writeCsv } from './writers/csv.ts';
import { writeJson } from './writers/json.ts';
import { writeMt940 } from './writers/mt940.ts';
import { writeOfx } from './writers/ofx.ts';
import { maxPdfRows, writePdf } from './writers/pdf.ts';
import { writeQif } from './writers/qif.ts';
import { writeXlsx } from './writers/xlsx.ts';

type WriteOptions = Readonly<{
  preset: ExportPreset | null;
  /** Whose turn it is in the queue of workers. */
  owner: string;
  /** Where readers check a printed statement. */
  verificationAddress: string;
}>;

type Format = Readonly<{
  extension: string;
  mediaType: string;
  /** An archive or compressed already. */
  isCompressed?: true;
  /** Rows that a file of this format has room for. */
  maxRows?: number;
  write: (statement: Statement, options: WriteOptions) => AsyncIterable<string | Uint8Array>;
}>;

export const formats: Readonly<Record<ExportFormat, Format>> = {
  pdf: {
    extension: 'pdf',
    mediaType: 'application/pdf',
    isCompressed: true,
    maxRows: maxPdfRows,
    write: writePdf,
  },
  csv: {
    extension: 'csv',
    mediaType: 'text/csv; charset=utf-8',
    write: (statement, { preset }) => writeCsv(statement, (preset && csvStyles[preset]) ?? defaultCsvStyle),
  },
  xlsx: {
    extension: 'xlsx',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    isCompressed: true,
    // A sheet has 1,048,576 rows; three are not transactions.
    maxRows: 1_048_573,
    write: writeXlsx,
  },
  json: { extension: 'json', mediaType: 'application/json; charset=utf-8', write: writeJson },
  ofx: { extension: 'ofx', mediaType: 'application/x-ofx', write: writeOfx },
  qif: { extension: 'qif', mediaType: 'application/qif', write: writeQif },
  camt053: { extension: 'xml', mediaType: 'application/xml; charset=utf-8', write: writeCamt053 },
  mt940: { extension: 'sta', mediaType: 'text/plain; charset=us-ascii', write: writeMt940 },
};

/** `statement_GBP_2026-10.csv`; other ranges than a month show both days, and several accounts of a currency their ids. */
export function fileNameOf(
  head: Pick<StatementHead, 'currency' | 'from' | 'to'>,
  format: ExportFormat,
  id?: string,
): string {
  const suffix = format === 'camt053' || format === 'mt940' ? `_${format}` : '';
  const account = id === undefined ? '' : `_${id}`;
  return `statement_${head.currency}${account}_${periodName(head)}${suffix}.${formats[format].extension}`;
}

export function periodName({ from, to }: Readonly<{ from: string; to: string }>): string {
  const [year = '', month = ''] = from.split('-');
  const lastDay = new Date(Date.UTC(Number(year), Number(month), 0)).toISOString().slice(0, 10);
  return from.endsWith('-01') && to === lastDay ? from.slice(0, 7) : `${from}_${to}`;
}

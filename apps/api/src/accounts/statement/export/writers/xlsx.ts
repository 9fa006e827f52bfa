import { neutraliseFormula } from '@larkmere/contract/platform/neutralise-formula';
import { type Currency, formatAmount, minorDigits } from '@larkmere/money/money';
import { zipFiles } from '../../../../platform/files/zip-stream.ts';
import { allColumns, type Cell, closingRow, code, openingRow } from '../columns.ts';
import type { Statement, StatementHead } from '../statement-row.ts';
import { clip } from './text.ts';
import { contentTypes, packageRelations, stylesOf, workbook, workbookRelations } from './xlsx-parts.ts';
import { escapeText, splitDocument, withRows, writeDocument } from './xml.ts';

/** A workbook with one sheet, written row by row: the memory does not grow with the number of rows. */
export function writeXlsx({ head, batches }: Statement): AsyncIterable<Uint8Array> {
  const file = (name: string, root: Readonly<Record<string, unknown>>) => ({
    name,
    content: once(writeDocument(root)),
  });
  return zipFiles(
    [
      file('[Content_Types].xml', contentTypes),
      file('_rels/.rels', packageRelations),
      file('xl/workbook.xml', workbook(head.currency)),
      file('xl/_rels/workbook.xml.rels', workbookRelations),
      file('xl/styles.xml', stylesOf(minorDigits[head.currency])),
      { name: 'xl/worksheets/sheet1.xml', content: writeSheet({ head, batches }) },
    ],
    head.generatedAt,
  );
}

async function* once(content: string): AsyncGenerator<string> {
  yield content;
}

async function* writeSheet({ head, batches }: Statement): AsyncGenerator<string> {
  const { before, after } = splitDocument(sheet);
  let number = 0;
  const write = (cells: readonly (Cell | undefined)[], style?: string): string => {
    number += 1;
    return writeRow(number, cells, head, style);
  };
  yield before;
  yield write(headerCells, styles.header) + write(balanceCells(openingRow(head)));
  for await (const rows of batches) yield rows.map((row) => write(allColumns.map(({ cell }) => cell(row)))).join('');
  yield write(balanceCells(closingRow(head)));
  yield after;
}

const headerCells = allColumns.map(({ header }) => code(header));

const balanceCells = (balance: ReturnType<typeof openingRow>): (Cell | undefined)[] =>
  allColumns.map(({ ofBalance }) => ofBalance?.(balance));

const narrow = 18;

/** The header stays in view. */
const sheet = {
  '?xml': { '@version': '1.0', '@encoding': 'UTF-8', '@standalone': 'yes' },
  worksheet: {
    '@xmlns': 'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
    sheetViews: {
      sheetView: {
        '@workbookViewId': '0',
        pane: { '@ySplit': '1', '@topLeftCell': 'A2', '@activePane': 'bottomLeft', '@state': 'frozen' },
      },
    },
    cols: {
      col: allColumns.map(({ width = narrow }, at) => ({
        '@min': `${at + 1}`,
        '@max': `${at + 1}`,
        '@width': `${width}`,
        '@customWidth': '1',
      })),
    },
    sheetData: withRows,
  },
};

const styles = { header: '1', day: '2', amount: '3', quoted: '4' } as const;

/** A to Z: there are fewer columns. */
const columnNames = allColumns.map((_, at) => String.fromCodePoint(65 + at));

/** Cells have addresses, because not every reader counts them. Empty ones are left out. */
function writeRow(
  number: number,
  cells: readonly (Cell | undefined)[],
  { currency }: StatementHead,
  style?: string,
): string {
  const written = cells.map((cell, at) =>
    cell ? writeCell(`${columnNames[at]}${number}`, cell, currency, style) : '',
  );
  return `<row r="${number}">${written.join('')}</row>`;
}

/** Marked as text (quotePrefix), so that a cell does not become a formula when somebody edits it. */
function writeCell(address: string, { kind, value }: Cell, currency: Currency, style?: string): string {
  if (value === null || value === '') return '';
  switch (kind) {
    case 'amount':
      return writeValue(address, formatAmount(value), value.currency === currency ? styles.amount : undefined);
    case 'day':
      return writeValue(address, serialDay(value), styles.day);
    case 'number':
      return writeValue(address, value);
    case 'code':
      return writeText(address, value, style);
    case 'text':
      return writeText(address, value, neutraliseFormula(value) === value ? style : styles.quoted);
  }
}

/** Written as text: two million objects for a builder would take ten times as long. */
const writeValue = (address: string, value: string, style?: string): string =>
  `<c r="${address}"${styleOf(style)}><v>${value}</v></c>`;

const writeText = (address: string, value: string, style?: string): string =>
  `<c r="${address}" t="inlineStr"${styleOf(style)}><is><t xml:space="preserve">${escapeText(clip(value, 32_000))}</t></is></c>`;

const styleOf = (style: string | undefined): string => (style === undefined ? '' : ` s="${style}"`);

/** Days since the epoch of spreadsheets. */
const serialDay = (day: string): string => `${Date.parse(day) / 86_400_000 + 25_569}`;

import { formatAmount, minorDigits } from '@larkmere/money/money';
import { zipFiles } from '../../../../platform/files/zip-stream.ts';
import { allColumns, type Cell, closingRow, openingRow } from '../columns.ts';
import type { Statement, StatementHead } from '../statement-row.ts';
import { cleanText, clip } from './text.ts';
import { contentTypes, packageRelations, stylesOf, workbook, workbookRelations } from './xlsx-parts.ts';
import { splitDocument, withRows, writeDocument, writeElements, type XmlContent } from './xml.ts';

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
  const write = (rows: readonly (readonly (XmlContent | undefined)[])[]): string =>
    writeElements(
      'row',
      rows.map((cells) => {
        number += 1;
        return toRow(number, cells);
      }),
    );
  const toCells = (cells: readonly (Cell | undefined)[]) => cells.map((cell) => cell && cellOf(cell, head));
  yield before;
  yield write([headerCells, toCells(balanceCells(openingRow(head)))]);
  for await (const rows of batches) yield write(rows.map((row) => toCells(allColumns.map(({ cell }) => cell(row)))));
  yield write([toCells(balanceCells(closingRow(head)))]);
  yield after;
}

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

const styles = { header: '1', day: '2', amount: '3' } as const;

const inline = (value: string, style?: string): XmlContent => ({
  '@t': 'inlineStr',
  '@s': style,
  is: { t: { '@xml:space': 'preserve', '#text': clip(cleanText(value), 32_000) } },
});

const headerCells = allColumns.map(({ header }) => inline(header, styles.header));

/** Cells have addresses, because not every reader counts them. Empty ones are left out. */
const toRow = (number: number, cells: readonly (XmlContent | undefined)[]): XmlContent => ({
  '@r': `${number}`,
  c: cells.flatMap((cell, at) =>
    cell === undefined ? [] : [{ '@r': `${columnName(at)}${number}`, ...(cell as object) }],
  ),
});

/** A to Z: there are fewer columns. */
const columnName = (at: number): string => String.fromCodePoint(65 + at);

/** Text is never a formula here, because a formula would be another element. */
function cellOf({ kind, value }: Cell, { currency }: StatementHead): XmlContent | undefined {
  if (value === null) return undefined;
  switch (kind) {
    case 'amount':
      return { '@s': value.currency === currency ? styles.amount : undefined, v: formatAmount(value) };
    case 'day':
      return { '@s': styles.day, v: serialDay(value) };
    case 'number':
      return { v: value };
    case 'code':
    case 'text':
      return value === '' ? undefined : inline(value);
  }
}

/** Days since the epoch of spreadsheets. */
const serialDay = (day: string): string => `${Date.parse(day) / 86_400_000 + 25_569}`;

import { neutraliseFormula } from '@larkmere/contract/platform/neutralise-formula';
import { type Currency, formatAmount, minorDigits } from '@larkmere/money/money';
import { zipFiles } from '../../../../platform/files/zip.ts';
import { allColumns, type Cell, closingRow, code, openingRow } from '../columns.ts';
import type { Statement, StatementHead } from '../statement-row.ts';
import { clip } from './text.ts';
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

const declaration = { '?xml': { '@version': '1.0', '@encoding': 'UTF-8', '@standalone': 'yes' } } as const;
const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const contentTypes = {
  ...declaration,
  Types: {
    '@xmlns': `${packages}/content-types`,
    Default: [
      { '@Extension': 'rels', '@ContentType': 'application/vnd.openxmlformats-package.relationships+xml' },
      { '@Extension': 'xml', '@ContentType': 'application/xml' },
    ],
    Override: [
      { '@PartName': '/xl/workbook.xml', '@ContentType': `${mediaType}.sheet.main+xml` },
      { '@PartName': '/xl/styles.xml', '@ContentType': `${mediaType}.styles+xml` },
      { '@PartName': '/xl/worksheets/sheet1.xml', '@ContentType': `${mediaType}.worksheet+xml` },
    ],
  },
};

const relation = (id: string, type: string, target: string) => ({
  '@Id': id,
  '@Type': `${relations}/${type}`,
  '@Target': target,
});

const packageRelations = {
  ...declaration,
  Relationships: {
    '@xmlns': `${packages}/relationships`,
    Relationship: relation('rId1', 'officeDocument', 'xl/workbook.xml'),
  },
};

const workbookRelations = {
  ...declaration,
  Relationships: {
    '@xmlns': `${packages}/relationships`,
    Relationship: [relation('rId1', 'worksheet', 'worksheets/sheet1.xml'), relation('rId2', 'styles', 'styles.xml')],
  },
};

const workbook = (sheetName: string) => ({
  ...declaration,
  workbook: {
    '@xmlns': spreadsheet,
    '@xmlns:r': relations,
    sheets: { sheet: { '@name': sheetName, '@sheetId': '1', '@r:id': 'rId1' } },
  },
});

/** Style 1 is the header, 2 a day, 3 an amount with the decimals of the currency. */
const stylesOf = (decimals: number) => ({
  ...declaration,
  styleSheet: {
    '@xmlns': spreadsheet,
    numFmts: {
      '@count': '2',
      numFmt: [
        { '@numFmtId': '164', '@formatCode': 'yyyy-mm-dd' },
        { '@numFmtId': '165', '@formatCode': decimals === 0 ? '#,##0' : `#,##0.${'0'.repeat(decimals)}` },
      ],
    },
    fonts: {
      '@count': '2',
      font: [
        { sz: { '@val': '11' }, name: { '@val': 'Calibri' } },
        { b: {}, sz: { '@val': '11' }, name: { '@val': 'Calibri' } },
      ],
    },
    fills: {
      '@count': '2',
      fill: [{ patternFill: { '@patternType': 'none' } }, { patternFill: { '@patternType': 'gray125' } }],
    },
    borders: { '@count': '1', border: { left: {}, right: {}, top: {}, bottom: {}, diagonal: {} } },
    cellStyleXfs: { '@count': '1', xf: format('0', '0') },
    cellXfs: {
      '@count': '5',
      xf: [
        format('0', '0'),
        format('0', '1'),
        format('164', '0'),
        format('165', '0'),
        { ...format('0', '0'), '@quotePrefix': '1' },
      ],
    },
  },
});

const format = (numberFormat: string, font: string) => ({
  '@numFmtId': numberFormat,
  '@fontId': font,
  '@fillId': '0',
  '@borderId': '0',
  '@applyNumberFormat': '1',
  '@applyFont': '1',
});

import { measureText, type PdfPage, writeText } from './pdf.ts';

/** `share` is the part of the width, in proportion to the other columns. */
export type Column = Readonly<{ label: string; share: number; align?: 'left' | 'right' | undefined }>;
export type Table = Readonly<{ columns: readonly Column[]; rows: readonly (readonly string[])[] }>;
export type Style = Readonly<{
  font: 'plain' | 'bold';
  size: number;
  color: string;
  after?: number;
  /** Height below that must fit on the same page. */
  keepWithNext?: number;
}>;
type Cell = Readonly<{
  tag: 'TH' | 'TD';
  text: string;
  x: number;
  width: number;
  align: 'left' | 'right';
  style: Style;
}>;
type Element = ReturnType<PdfPage['struct']>;

/** Where the next block is written. `root` is the structure that screen readers follow. */
export type Writer = { readonly sheet: PdfPage; readonly root: Element; readonly drawHeader: () => void; y: number };

export const ink = { text: '#1b2430', muted: '#5b6675', line: '#d8dde4' } as const;
export const left = 56;
export const width = 483;
const top = 108;
const bottom = 736;
const gap = 8;
const labelWidth = 150;

const styles = {
  label: { font: 'plain', size: 10.5, color: ink.muted },
  value: { font: 'plain', size: 10.5, color: ink.text },
  columnHeader: { font: 'bold', size: 9, color: ink.muted },
  cell: { font: 'plain', size: 9, color: ink.text },
} as const satisfies Record<string, Style>;

/** Blocks are written downwards; one that does not fit begins a new page with the header. */
export function openWriter(sheet: PdfPage, drawHeader: () => void): Writer {
  const root = sheet.struct('Document');
  sheet.addStructure(root);
  const writer: Writer = { sheet, root, drawHeader, y: top };
  beginPage(writer);
  return writer;
}

export function addText(writer: Writer, tag: 'H1' | 'H2' | 'P', text: string, style: Style): void {
  const { sheet, root } = writer;
  makeRoom(writer, heightOf(writer, style, text, width) + (style.keepWithNext ?? 0));
  const element = sheet.struct(tag, {}, () => {
    writer.y = writeText(apply(sheet, style), text, { x: left, y: writer.y, width }) + (style.after ?? 2);
  });
  root.add(element);
  element.end();
}

export function addLabelledRows(writer: Writer, rows: readonly (readonly [label: string, value: string])[]): void {
  const table = openTable(writer);
  for (const [label, value] of rows) {
    const cells = labelledCells(label, value);
    makeRoom(writer, heightOfRow(writer, cells));
    writeRow(writer, table, cells);
  }
  table.end();
}

/** Repeats the column headings on each page; a screen reader hears them once. */
export function addTable(writer: Writer, { columns, rows }: Table): void {
  const table = openTable(writer);
  const labels = columns.map(({ label }) => label);
  const header = cellsOf(columns, labels, 'TH', styles.columnHeader);
  makeRoom(writer, heightOfRow(writer, header) + 20);
  writeRow(writer, table, header);
  for (const texts of rows) {
    const cells = cellsOf(columns, texts, 'TD', styles.cell);
    if (makeRoom(writer, heightOfRow(writer, cells))) repeatHeader(writer, header);
    writeRow(writer, table, cells);
  }
  table.end();
}

function repeatHeader(writer: Writer, header: readonly Cell[]): void {
  asArtifact(writer.sheet, 'Layout', () => {
    writer.y = Math.max(...header.map((cell) => writeCell(writer, cell))) + 2;
  });
}

/** Screen readers skip what is drawn here. */
export function asArtifact(sheet: PdfPage, type: 'Pagination' | 'Layout', draw: () => void): void {
  sheet.markContent('Artifact', { type });
  draw();
  sheet.endMarkedContent();
}

function beginPage(writer: Writer): void {
  asArtifact(writer.sheet, 'Pagination', writer.drawHeader);
  writer.y = top;
}

/** True if it began a new page. */
function makeRoom(writer: Writer, height: number): boolean {
  if (writer.y + height <= bottom || writer.y === top) return false;
  writer.sheet.addPage();
  beginPage(writer);
  return true;
}

function openTable({ sheet, root }: Writer): Element {
  const table = sheet.struct('Table');
  root.add(table);
  return table;
}

function writeRow(writer: Writer, table: Element, cells: readonly Cell[]): void {
  const row = writer.sheet.struct('TR');
  table.add(row);
  let end = writer.y;
  for (const cell of cells) {
    const element = writer.sheet.struct(cell.tag, {}, () => {
      end = Math.max(end, writeCell(writer, cell));
    });
    row.add(element);
    element.end();
  }
  row.end();
  writer.y = end + 2;
}

const writeCell = ({ sheet, y }: Writer, { style, text, x, width: available, align }: Cell): number =>
  writeText(apply(sheet, style), text, { x, y, width: available, align });

const apply = (sheet: PdfPage, { font, size, color }: Style): PdfPage =>
  sheet.font(font).fontSize(size).fillColor(color);

const heightOf = ({ sheet }: Writer, style: Style, text: string, available: number): number =>
  measureText(apply(sheet, style), text, available);

const heightOfRow = (writer: Writer, cells: readonly Cell[]): number =>
  Math.max(...cells.map((cell) => heightOf(writer, cell.style, cell.text, cell.width))) + 2;

const labelledCells = (label: string, value: string): Cell[] => [
  { tag: 'TH', text: label, x: left, width: labelWidth, align: 'left', style: styles.label },
  {
    tag: 'TD',
    text: value,
    x: left + labelWidth + 10,
    width: width - labelWidth - 10,
    align: 'left',
    style: styles.value,
  },
];

function cellsOf(columns: readonly Column[], texts: readonly string[], tag: Cell['tag'], style: Style): Cell[] {
  const all = columns.reduce((sum, { share }) => sum + share, 0);
  let x = left;
  return columns.map(({ share, align = 'left' }, i) => {
    const columnWidth = (width * share) / all;
    const start = align === 'right' ? x + gap : x;
    x += columnWidth;
    return { tag, text: texts[i] ?? '', x: start, width: columnWidth - gap, align, style };
  });
}

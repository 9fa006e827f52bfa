import { breakLines, type PdfPage, writeLines } from './pdf.ts';

/** `share` is the part of the width, in proportion to the other columns. */
export type Column = Readonly<{ label: string; share: number; align?: 'left' | 'right' | undefined }>;
/** `note` is a second, smaller paragraph of the cell. */
export type CellText = Readonly<{ text: string; note?: string | undefined; tone?: 'credit' | undefined }>;
export type Table = Readonly<{ columns: readonly Column[]; rows: readonly (readonly (string | CellText)[])[] }>;
export type Style = Readonly<{
  font: 'plain' | 'bold';
  size: number;
  color: string;
  after?: number;
  /** Height below that must fit on the same page. */
  keepWithNext?: number;
}>;
type Paragraph = Readonly<{ style: Style; lines: readonly string[] }>;
type Box = Readonly<{ x: number; width: number; align?: 'left' | 'right' | undefined }>;
type Cell = Box & Readonly<{ tag: 'TH' | 'TD'; scope?: 'Row' | 'Column'; paragraphs: readonly Paragraph[] }>;
type Element = ReturnType<PdfPage['struct']>;

/** Where the next block is written. `root` is the structure that screen readers follow. */
export type Writer = { readonly sheet: PdfPage; readonly root: Element; readonly drawHeader: () => void; y: number };

export const ink = { text: '#1b2430', muted: '#5b6675', line: '#d8dde4', credit: '#11644a' } as const;
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
  credit: { font: 'plain', size: 9, color: ink.credit },
  note: { font: 'plain', size: 7.5, color: ink.muted },
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
  const paragraph = layOut(sheet, style, text, width);
  makeRoom(writer, heightOf(writer, paragraph) + (style.keepWithNext ?? 0));
  const element = sheet.struct(tag, {}, () => {
    writer.y = writeParagraph(writer, paragraph, writer.y, { x: left, width }) + (style.after ?? 2);
  });
  root.add(element);
  element.end();
}

export function addLabelledRows(writer: Writer, rows: readonly (readonly [label: string, value: string])[]): void {
  const table = openTable(writer);
  for (const [label, value] of rows) {
    const cells = labelledCells(writer, label, value);
    makeRoom(writer, heightOfRow(writer, cells));
    writeRow(writer, table, cells);
  }
  table.end();
}

/** Repeats the column headings on each page; a screen reader hears them once. */
export function addTable(writer: Writer, { columns, rows }: Table): void {
  const table = openTable(writer);
  const boxes = boxesOf(columns);
  const header = columns.map(({ label }, at) => headerCell(writer, label, boxes[at]));
  makeRoom(writer, heightOfRow(writer, header) + 32);
  writeRow(writer, table, header);
  drawRule(writer);
  for (const texts of rows) {
    const cells = texts.map((text, at) => bodyCell(writer, text, boxes[at]));
    if (makeRoom(writer, heightOfRow(writer, cells))) repeatHeader(writer, header);
    writeRow(writer, table, cells);
  }
  table.end();
}

function repeatHeader(writer: Writer, header: readonly Cell[]): void {
  asArtifact(writer.sheet, 'Layout', () => {
    writer.y = Math.max(...header.map((cell) => writeCell(writer, cell))) + rowGap(header);
  });
  drawRule(writer);
}

/** Below the column headings. */
function drawRule(writer: Writer): void {
  asArtifact(writer.sheet, 'Layout', () => rule(writer.sheet, writer.y));
  writer.y += 5;
}

export function rule(sheet: PdfPage, y: number): void {
  sheet
    .moveTo(left, y)
    .lineTo(left + width, y)
    .lineWidth(0.75)
    .strokeColor(ink.line)
    .stroke();
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
    const element = writer.sheet.struct(cell.tag, structureOf(cell), () => {
      end = Math.max(end, writeCell(writer, cell));
    });
    row.add(element);
    element.end();
  }
  row.end();
  writer.y = end + rowGap(cells);
}

/** The types of the library leave `scope` out. */
type ElementOptions = NonNullable<Parameters<PdfPage['struct']>[1]> & Readonly<{ scope?: 'Row' | 'Column' }>;

const structureOf = ({ scope }: Cell): ElementOptions => (scope ? { scope } : {});

function writeCell(writer: Writer, { paragraphs, ...box }: Cell): number {
  let { y } = writer;
  for (const paragraph of paragraphs) y = writeParagraph(writer, paragraph, y, box);
  return y;
}

const writeParagraph = ({ sheet }: Writer, { style, lines }: Paragraph, y: number, box: Box): number =>
  writeLines(apply(sheet, style), lines, { ...box, y });

const apply = (sheet: PdfPage, { font, size, color }: Style): PdfPage =>
  sheet.font(font).fontSize(size).fillColor(color);

/** Lines are broken once, because measuring texts is most of the work. */
const layOut = (sheet: PdfPage, style: Style, text: string, available: number): Paragraph => ({
  style,
  lines: breakLines(sheet.font(style.font).fontSize(style.size), text, available),
});

const heightOf = ({ sheet }: Writer, { style, lines }: Paragraph): number =>
  lines.length * sheet.font(style.font).fontSize(style.size).currentLineHeight(true);

const heightOfRow = (writer: Writer, cells: readonly Cell[]): number =>
  Math.max(...cells.map(({ paragraphs }) => paragraphs.reduce((sum, each) => sum + heightOf(writer, each), 0))) +
  rowGap(cells);

/** Rows of several paragraphs need more space to be told apart. */
const rowGap = (cells: readonly Cell[]): number => (cells.some(({ paragraphs }) => paragraphs.length > 1) ? 6 : 2);

function labelledCells({ sheet }: Writer, label: string, value: string): Cell[] {
  const valueBox = { x: left + labelWidth + 10, width: width - labelWidth - 10 };
  return [
    {
      tag: 'TH',
      scope: 'Row',
      x: left,
      width: labelWidth,
      paragraphs: [layOut(sheet, styles.label, label, labelWidth)],
    },
    { tag: 'TD', ...valueBox, paragraphs: [layOut(sheet, styles.value, value, valueBox.width)] },
  ];
}

function boxesOf(columns: readonly Column[]): Box[] {
  const all = columns.reduce((sum, { share }) => sum + share, 0);
  let x = left;
  return columns.map(({ share, align = 'left' }) => {
    const columnWidth = (width * share) / all;
    const start = align === 'right' ? x + gap : x;
    x += columnWidth;
    return { x: start, width: columnWidth - gap, align };
  });
}

const noBox: Box = { x: left, width };

const headerCell = ({ sheet }: Writer, label: string, box = noBox): Cell => ({
  tag: 'TH',
  scope: 'Column',
  ...box,
  paragraphs: [layOut(sheet, styles.columnHeader, label, box.width)],
});

function bodyCell({ sheet }: Writer, content: string | CellText, box = noBox): Cell {
  const { text, note, tone }: CellText = typeof content === 'string' ? { text: content } : content;
  const paragraphs = [layOut(sheet, tone ? styles[tone] : styles.cell, text, box.width)];
  if (note) paragraphs.push(layOut(sheet, styles.note, note, box.width));
  return { tag: 'TD', ...box, paragraphs };
}

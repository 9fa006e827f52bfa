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

export type Writer = ReturnType<typeof createWriter>;

/** Writes downwards in tagged blocks, and begins a new page where the next block does not fit. */
export function createWriter(sheet: PdfPage, drawPageHeader: () => void) {
  let y = top;
  const root = sheet.struct('Document');
  sheet.addStructure(root);

  const asArtifact = (type: 'Pagination' | 'Layout', draw: () => void): void => {
    sheet.markContent('Artifact', { type });
    draw();
    sheet.endMarkedContent();
  };
  const beginPage = (): void => {
    asArtifact('Pagination', drawPageHeader);
    y = top;
  };
  /** True if it began a new page. */
  const makeRoom = (height: number): boolean => {
    if (y + height <= bottom || y === top) return false;
    sheet.addPage();
    beginPage();
    return true;
  };
  const apply = ({ font, size, color }: Style): PdfPage => sheet.font(font).fontSize(size).fillColor(color);
  const heightOf = (style: Style, text: string, available: number): number =>
    measureText(apply(style), text, available);
  const heightOfRow = (cells: readonly Cell[]): number =>
    Math.max(...cells.map((cell) => heightOf(cell.style, cell.text, cell.width))) + 2;
  const writeCell = ({ style, text, x, width: available, align }: Cell): number =>
    writeText(apply(style), text, { x, y, width: available, align });

  const writeRow = (table: Element, cells: readonly Cell[]): void => {
    const row = sheet.struct('TR');
    table.add(row);
    let end = y;
    for (const cell of cells) {
      const element = sheet.struct(cell.tag, {}, () => {
        end = Math.max(end, writeCell(cell));
      });
      row.add(element);
      element.end();
    }
    row.end();
    y = end + 2;
  };
  const openTable = (): Element => {
    const table = sheet.struct('Table');
    root.add(table);
    return table;
  };

  beginPage();
  return {
    text(tag: 'H1' | 'H2' | 'P', text: string, style: Style): void {
      makeRoom(heightOf(style, text, width) + (style.keepWithNext ?? 0));
      const element = sheet.struct(tag, {}, () => {
        y = writeText(apply(style), text, { x: left, y, width }) + (style.after ?? 2);
      });
      root.add(element);
      element.end();
    },
    labelledRows(rows: readonly (readonly [label: string, value: string])[]): void {
      const table = openTable();
      for (const [label, value] of rows) {
        const cells = labelledCells(label, value);
        makeRoom(heightOfRow(cells));
        writeRow(table, cells);
      }
      table.end();
    },
    /** Repeats the column headings on each page; a screen reader hears them once. */
    table({ columns, rows }: Table): void {
      const table = openTable();
      const header = cellsOf(
        columns,
        columns.map(({ label }) => label),
        'TH',
        styles.columnHeader,
      );
      makeRoom(heightOfRow(header) + 20);
      writeRow(table, header);
      for (const texts of rows) {
        const cells = cellsOf(columns, texts, 'TD', styles.cell);
        if (makeRoom(heightOfRow(cells)))
          asArtifact('Layout', () => {
            y = Math.max(...header.map(writeCell)) + 2;
          });
        writeRow(table, cells);
      }
      table.end();
    },
    space(height: number): void {
      y += height;
    },
    end(): void {
      root.end();
    },
  };
}

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
    const cell = { tag, text: texts[i] ?? '', x, width: columnWidth - gap, align, style };
    x += columnWidth;
    return align === 'right' ? { ...cell, x: cell.x + gap } : cell;
  });
}

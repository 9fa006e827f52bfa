import { defaultText } from '@larkmere/messages/format-message';
import { runInWorker, type WorkerOptions } from '../jobs/worker-pool.ts';
import { drawPdf, type PdfPage, writeText } from './pdf.ts';
import {
  addLabelledRows,
  addTable,
  addText,
  asArtifact,
  ink,
  left,
  openWriter,
  rule,
  type Table,
  type Writer,
  width,
} from './writer.ts';

type Section = Readonly<{
  heading: string;
  rows?: readonly (readonly [label: string, value: string])[] | undefined;
  table?: Table | undefined;
  paragraphs?: readonly string[] | undefined;
}>;
/** What a reader needs to check that a paper is ours; printed on every page. */
type Verification = Readonly<{ code: string; address: string }>;
export type PdfDocument = Readonly<{
  fileTitle: string;
  title: string;
  headline: string;
  subline: string;
  sections: readonly Section[];
  verification?: Verification | undefined;
}>;

const footerTop = 750;

/** A4 pages, tagged for screen readers. The header and the footer of each page are left out of what they read. */
export const drawDocument = (document: PdfDocument, at: Date): Promise<Buffer> =>
  drawPdf(document.fileTitle, at, (sheet) => drawPages(sheet, document), { tagged: true });

function drawPages(sheet: PdfPage, { title, headline, subline, sections, verification }: PdfDocument): void {
  const writer = openWriter(sheet, () => drawHeader(sheet, title));
  addText(writer, 'H1', headline, { font: 'bold', size: 24, color: ink.text });
  addText(writer, 'P', subline, { font: 'plain', size: 11, color: ink.muted, after: 16 });
  for (const section of sections) addSection(writer, section);
  writer.root.end();
  drawFooters(sheet, verification);
}

function addSection(writer: Writer, { heading, rows = [], table, paragraphs = [] }: Section): void {
  addText(writer, 'H2', heading, { font: 'bold', size: 12, color: ink.text, after: 3, keepWithNext: 40 });
  for (const paragraph of paragraphs)
    addText(writer, 'P', paragraph, { font: 'plain', size: 10.5, color: ink.text, after: 4 });
  if (rows.length > 0) addLabelledRows(writer, rows);
  if (table) addTable(writer, table);
  writer.y += 14;
}

function drawHeader(sheet: PdfPage, title: string): void {
  sheet.font('bold').fontSize(20).fillColor(ink.text);
  writeText(sheet, 'Larkmere', { x: left, y: 52, width: 200 });
  sheet.font('plain').fontSize(12).fillColor(ink.muted);
  writeText(sheet, title, { x: left + 200, y: 60, width: width - 200, align: 'right' });
  rule(sheet, 90);
}

/** At the end, because only then the number of pages is known. */
function drawFooters(sheet: PdfPage, verification: Verification | undefined): void {
  const { count } = sheet.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    sheet.switchToPage(page);
    asArtifact(sheet, 'Pagination', () =>
      drawFooter(sheet, defaultText('document_page', { number: page + 1, count }), verification),
    );
  }
}

function drawFooter(sheet: PdfPage, pages: string, verification: Verification | undefined): void {
  rule(sheet, footerTop);
  sheet.font('plain').fontSize(8).fillColor(ink.muted);
  const y = writeText(sheet, defaultText('legal_notice'), { x: left, y: footerTop + 8, width }) + 4;
  if (verification)
    writeText(sheet, defaultText('document_verification', verification), { x: left, y, width: width - 80 });
  writeText(sheet, pages, { x: left + width - 80, y, width: 80, align: 'right' });
}

const worker = new URL('./draw-document.worker.ts', import.meta.url);

/** For workflows, outside any transaction. `at` is the date of the file. Refuses `service_unavailable` under load. */
export const drawInWorker = (
  document: PdfDocument,
  at: Date,
  options: WorkerOptions,
): Promise<Uint8Array<ArrayBuffer>> => runInWorker(worker, { document, at }, options);

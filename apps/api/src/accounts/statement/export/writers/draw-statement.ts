import { defaultText } from '@larkmere/messages/format-message';
import { formatAmount, type Money } from '@larkmere/money/money';
import { decomposeSaraAm, drawPdf, type PdfPage } from '../../../../platform/pdf/pdf.ts';
import { originalText } from '../columns.ts';
import type { StatementHead, StatementRow } from '../statement-row.ts';
import { cleanText, joinTexts } from './text.ts';

const ink = { text: '#1b2430', muted: '#5b6675', line: '#d8dde4', credit: '#11644a' } as const;
const left = 44;
const width = 507;
const right = left + width;
const details = { x: left + 70, width: 237 } as const;
const amountRight = right - 96;
const footerTop = 776;
const bodyTop = 92;
const rowGap = 9;
const size = { main: 9, side: 7.5 } as const;
const footerSize = 6.5;
const lineHeight = { main: 12, side: 10.5 } as const;

export type DrawnStatement = Readonly<{ head: StatementHead; rows: readonly StatementRow[] }>;

/** Rows are laid out before any page is drawn, so that each page knows how many there are. */
export const drawStatement = ({ head, rows }: DrawnStatement): Promise<Buffer> => {
  const title = defaultText('export_title', { account: numberOf(head), period: periodOf(head) });
  return drawPdf(title, head.generatedAt, (sheet) => {
    const footer = layOutFooter(sheet, head.generatedAt);
    const pages = paginate(
      rows.map((row) => layOutRow(sheet, row)),
      summaryHeight(head),
    );
    for (const [at, page] of pages.entries()) {
      if (at > 0) sheet.addPage();
      drawHeading(sheet, head);
      let y = drawColumnHeads(sheet, at === 0 ? drawSummary(sheet, head) : bodyTop);
      if (rows.length === 0) drawNoRows(sheet, y);
      for (const row of page) y = drawRow(sheet, row, y);
      drawFooter(sheet, footer, { number: at + 1, count: pages.length });
    }
  });
};

type LaidOutRow = Readonly<{
  row: StatementRow;
  main: readonly string[];
  side: readonly string[];
  height: number;
}>;

function layOutRow(sheet: PdfPage, row: StatementRow): LaidOutRow {
  sheet.font('plain').fontSize(size.main);
  const main = fitLines(sheet, cleanText(row.description));
  sheet.fontSize(size.side);
  const side = fitLines(sheet, sideText(row));
  return { row, main, side, height: main.length * lineHeight.main + side.length * lineHeight.side + rowGap };
}

const sideText = (row: StatementRow): string =>
  joinTexts([
    row.type,
    row.counterpartyAccount,
    row.reference,
    row.ourReference,
    originalText(row),
    row.fee && row.fee.minor > 0n ? defaultText('export_fee_included', { fee: row.fee }) : null,
    row.note,
  ]);

const words = new Intl.Segmenter('th', { granularity: 'word' });

/** Most texts fit into one line, and measuring a text once is what most of the time goes to. */
function fitLines(sheet: PdfPage, whole: string, most: number = details.width): string[] {
  const text = decomposeSaraAm(whole);
  if (text === '') return [];
  if (sheet.widthOfString(text) <= most) return [text];
  const lines = [''];
  for (const { segment } of words.segment(text)) {
    const longer = (lines.at(-1) ?? '') + segment;
    if (sheet.widthOfString(longer.trimEnd()) <= most) lines[lines.length - 1] = longer;
    else if (lines.at(-1) === '') lines[lines.length - 1] = cutToWidth(sheet, segment, most);
    else lines.push(cutToWidth(sheet, segment.trimStart(), most));
  }
  return lines.map((line) => line.trim());
}

/** A word that is wider than the column, such as a long identifier without spaces. */
function cutToWidth(sheet: PdfPage, word: string, most: number): string {
  let cut = word;
  while (cut.length > 1 && sheet.widthOfString(cut) > most) cut = cut.slice(0, -1);
  return cut;
}

function paginate(rows: readonly LaidOutRow[], summary: number): LaidOutRow[][] {
  const pages: LaidOutRow[][] = [[]];
  let room = footerTop - bodyTop - columnHeadHeight - summary;
  for (const row of rows) {
    if (row.height > room) {
      pages.push([]);
      room = footerTop - bodyTop - columnHeadHeight;
    }
    room -= row.height;
    pages.at(-1)?.push(row);
  }
  return pages;
}

const columnHeadHeight = 24;

function drawHeading(sheet: PdfPage, head: StatementHead): void {
  sheet.font('bold').fontSize(17).fillColor(ink.text);
  put(sheet, 'Larkmere', left, 44);
  sheet.font('plain').fontSize(9).fillColor(ink.muted);
  putRight(sheet, `${defaultText('export_heading')} · ${head.currency} · ${periodOf(head)}`, right, 52);
  rule(sheet, 78);
}

const summaryLines = ({ account }: StatementHead): string[] => {
  const { sortCode, accountNumber, iban, bic, bankholderId } = account;
  const british =
    sortCode && accountNumber ? `${sortCode.replace(/(..)(..)(..)/, '$1-$2-$3')} · ${accountNumber}` : null;
  const international = joinTexts([iban?.replace(/(.{4})(?=.)/g, '$1 ') ?? null, bic]);
  return [british, international, bankholderId].filter((line): line is string => line !== null && line !== '');
};

const summaryHeight = (head: StatementHead): number => 20 + summaryLines(head).length * 13 + 16 + 52;

function drawSummary(sheet: PdfPage, head: StatementHead): number {
  sheet.font('bold').fontSize(12).fillColor(ink.text);
  put(sheet, decomposeSaraAm(cleanText(head.account.holder)), left, bodyTop);
  sheet.font('plain').fontSize(9).fillColor(ink.muted);
  let y = bodyTop + 20;
  for (const line of summaryLines(head)) {
    put(sheet, line, left, y);
    y += 13;
  }
  const totals: [string, Money][] = [
    [defaultText('export_opening'), head.opening],
    [defaultText('export_money_in'), head.in.sum],
    [defaultText('export_money_out'), head.out.sum],
    [defaultText('export_closing'), head.closing],
  ];
  y += 16;
  for (const [at, [label, value]] of totals.entries()) {
    const x = left + (at * width) / 4;
    sheet.font('plain').fontSize(8).fillColor(ink.muted);
    put(sheet, label, x, y);
    sheet.font('bold').fontSize(10.5).fillColor(ink.text);
    put(sheet, `${grouped(value)} ${value.currency}`, x, y + 11);
  }
  return y + 52;
}

function drawColumnHeads(sheet: PdfPage, y: number): number {
  sheet.font('bold').fontSize(8).fillColor(ink.muted);
  put(sheet, defaultText('export_date'), left, y);
  put(sheet, defaultText('export_details'), details.x, y);
  putRight(sheet, defaultText('export_amount'), amountRight, y);
  putRight(sheet, defaultText('export_balance'), right, y);
  rule(sheet, y + 15);
  return y + columnHeadHeight;
}

function drawRow(sheet: PdfPage, { row, main, side, height }: LaidOutRow, top: number): number {
  sheet.font('plain').fontSize(size.main).fillColor(ink.text);
  put(sheet, dayText(row.bookedOn), left, top);
  let y = top;
  for (const line of main) {
    put(sheet, line, details.x, y);
    y += lineHeight.main;
  }
  putFigure(sheet, grouped(row.balanceAfter), right, top);
  if (row.amount.minor > 0n) sheet.fillColor(ink.credit);
  putFigure(sheet, `${row.amount.minor > 0n ? '+' : ''}${grouped(row.amount)}`, amountRight, top);
  sheet.fontSize(size.side).fillColor(ink.muted);
  for (const line of side) {
    put(sheet, line, details.x, y);
    y += lineHeight.side;
  }
  return top + height;
}

function drawNoRows(sheet: PdfPage, y: number): void {
  sheet.font('plain').fontSize(size.main).fillColor(ink.muted);
  put(sheet, defaultText('export_no_rows'), left, y);
}

type Footer = Readonly<{ legal: readonly string[]; generated: string }>;

/** The same on each page, so its lines are broken once. */
function layOutFooter(sheet: PdfPage, at: Date): Footer {
  sheet.font('plain').fontSize(footerSize);
  return {
    legal: fitLines(sheet, defaultText('legal_notice'), width),
    generated: defaultText('export_generated', { at }),
  };
}

function drawFooter(
  sheet: PdfPage,
  { legal, generated }: Footer,
  { number, count }: Readonly<{ number: number; count: number }>,
): void {
  rule(sheet, footerTop);
  sheet.font('plain').fontSize(footerSize).fillColor(ink.muted);
  let y = footerTop + 6;
  for (const line of legal) {
    put(sheet, line, left, y);
    y += 8;
  }
  put(sheet, generated, left, y + 3);
  putRight(sheet, defaultText('export_page', { number, count }), right, y + 3);
}

const put = (sheet: PdfPage, text: string, x: number, y: number): void =>
  void sheet.text(text, x, y, { lineBreak: false });

const putRight = (sheet: PdfPage, text: string, x: number, y: number): void =>
  put(sheet, text, x - sheet.widthOfString(text), y);

/** Figures are as wide as their digits, and measuring ten digits once is faster than measuring each amount. */
const putFigure = (sheet: PdfPage, figure: string, x: number, y: number): void =>
  put(sheet, figure, x - Array.from(figure).reduce((sum, sign) => sum + widthOfSign(sheet, sign), 0), y);

const signWidths = new Map<string, number>();

/** At the size of the rows. */
function widthOfSign(sheet: PdfPage, sign: string): number {
  const known = signWidths.get(sign) ?? sheet.widthOfString(sign);
  signWidths.set(sign, known);
  return known;
}

function rule(sheet: PdfPage, y: number): void {
  sheet.moveTo(left, y).lineTo(right, y).lineWidth(0.6).strokeColor(ink.line).stroke();
}

const grouped = (value: Money): string => formatAmount(value).replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',');

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const dayText = (day: string): string => dayFormat.format(new Date(day));
const periodOf = ({ from, to }: StatementHead): string => `${dayText(from)} – ${dayText(to)}`;
const numberOf = ({ account }: StatementHead): string => account.iban ?? account.accountNumber ?? account.bankholderId;

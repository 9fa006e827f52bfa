import { defaultText } from '@larkmere/messages/format-message';
import { drawPdf, type PdfPage, writeText } from '../../platform/pdf/pdf.ts';
import { describeReceipt, type Section } from './describe-receipt.ts';
import type { Receipt } from './receipt.ts';

const ink = { text: '#1b2430', muted: '#5b6675', line: '#d8dde4' } as const;
const left = 56;
const width = 483;
const bottom = 760;

export const drawReceipt = (receipt: Receipt, at: Date): Promise<Buffer> =>
  drawPdf(defaultText('receipt_file_title', { reference: receipt.reference }), at, (sheet) => {
    const { headline, amount, sections } = describeReceipt(receipt);
    sheet.fillColor(ink.text).font('bold').fontSize(20);
    writeText(sheet, 'Larkmere', { x: left, y: 52, width: 200 });
    sheet.font('plain').fontSize(12).fillColor(ink.muted);
    writeText(sheet, defaultText('receipt_title'), { x: left + width - 200, y: 60, width: 200, align: 'right' });
    rule(sheet, 90);
    sheet.font('bold').fontSize(26).fillColor(ink.text);
    let y = writeText(sheet, amount, { x: left, y: 108, width });
    sheet.font('plain').fontSize(11).fillColor(ink.muted);
    y = writeText(sheet, headline, { x: left, y: y + 2, width }) + 18;
    for (const section of sections) y = drawSection(sheet, section, y) + 14;
    rule(sheet, bottom);
    sheet.font('plain').fontSize(8).fillColor(ink.muted);
    y = writeText(sheet, defaultText('legal_notice'), { x: left, y: bottom + 8, width });
    writeText(sheet, defaultText('receipt_only_page'), { x: left, y: y + 4, width, align: 'right' });
  });

function drawSection(sheet: PdfPage, { heading, rows }: Section, top: number): number {
  sheet.font('bold').fontSize(12).fillColor(ink.text);
  let y = writeText(sheet, heading, { x: left, y: top, width }) + 2;
  for (const [label, value] of rows) {
    sheet.font('plain').fontSize(10.5).fillColor(ink.muted);
    const afterLabel = writeText(sheet, label, { x: left, y, width: 150 });
    sheet.fillColor(ink.text);
    const afterValue = writeText(sheet, value, { x: left + 160, y, width: width - 160 });
    y = Math.max(afterLabel, afterValue) + 2;
  }
  return y;
}

function rule(sheet: PdfPage, y: number): void {
  sheet
    .moveTo(left, y)
    .lineTo(left + width, y)
    .lineWidth(0.75)
    .strokeColor(ink.line)
    .stroke();
}

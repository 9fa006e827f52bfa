import type { TermsView } from '@larkmere/contract/customers/agreement';
import { defaultText } from '@larkmere/messages/format-message';
import { drawPdf, type PdfPage, writeText } from '../../platform/pdf/pdf.ts';

const ink = { text: '#1b2430', muted: '#5b6675' } as const;
const left = 56;
const width = 483;
const top = 56;
const bottom = 780;

export function drawTerms({ version, effectiveOn, documentHash, sections }: TermsView): Promise<Buffer> {
  const since = new Date(effectiveOn);
  return drawPdf(defaultText('terms_title'), since, (sheet) => {
    sheet.fillColor(ink.text).font('bold').fontSize(20);
    let y = writeText(sheet, defaultText('terms_title'), { x: left, y: top, width });
    sheet.font('plain').fontSize(10.5).fillColor(ink.muted);
    const about = defaultText('terms_version', { version, day: effectiveOn });
    y = writeText(sheet, about, { x: left, y: y + 2, width }) + 18;
    for (const [i, { title, paragraphs }] of sections.entries()) {
      y = startParagraph(sheet, y, 60);
      sheet.font('bold').fontSize(12.5).fillColor(ink.text);
      y = writeText(sheet, `${i + 1}. ${title}`, { x: left, y, width }) + 4;
      for (const paragraph of paragraphs) {
        y = startParagraph(sheet, y, 48);
        sheet.font('plain').fontSize(10.5).fillColor(ink.text);
        y = writeText(sheet, paragraph, { x: left, y, width }) + 6;
      }
      y += 10;
    }
    sheet.font('plain').fontSize(7).fillColor(ink.muted);
    writeText(sheet, `SHA-256 ${documentHash}`, { x: left, y: startParagraph(sheet, y, 20), width });
  });
}

function startParagraph(sheet: PdfPage, y: number, height: number): number {
  if (y + height <= bottom) return y;
  sheet.addPage();
  return top;
}

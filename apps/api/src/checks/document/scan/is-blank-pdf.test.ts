import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { compressedStream, jpeg, pdf, pdfWithPage, textPdf } from '../../../../../../test/fixtures/sample-files.ts';
import { drawPdf, writeText } from '../../../platform/pdf/pdf.ts';
import { isBlankPdf } from './scan-pdf.ts';

const noise = Array.from({ length: 200 }, (_, i) =>
  createHash('sha512').update(`${i}`).digest().toString('latin1'),
).join('');
const jpegImage = (bytes: Buffer): string =>
  `<< /Type /XObject /Subtype /Image /Filter /DCTDecode >>\nstream\n${bytes.toString('latin1')}\nendstream`;
const ownPdf = (text: string): Promise<Buffer> =>
  drawPdf('Letter', new Date(0), (page) => void writeText(page, text, { x: 50, y: 50, width: 300 }));

it.each([
  ['words', pdf()],
  ['two pages of words', textPdf(['Invoice 42'], ['Thank you'])],
  ['packed words', pdfWithPage('', compressedStream('', 'BT [(A pass) -20 (port)] TJ ET'))],
  ['words in numbers', pdfWithPage('BT <0001000200030004000500060007> Tj ET')],
  ['words of our own library', await ownPdf('Proof of address')],
  ['a scanned picture', pdfWithPage('q /I1 Do Q', jpegImage(jpeg()))],
  ['a packed picture', pdfWithPage('', compressedStream('/Subtype /Image', noise))],
  ['letters drawn as lines', pdfWithPage('1 2 m 3 4 l\n'.repeat(120))],
  ['content packed twice', pdfWithPage('', `<< /Filter [/ASCII85Decode /FlateDecode] >>\nstream\n${noise}\nendstream`)],
])('is not blank: %s', (_, bytes) => {
  expect(isBlankPdf(bytes)).toBe(false);
});

it.each([
  ['no content', pdfWithPage('')],
  ['blanks', pdfWithPage('BT (        ) Tj (     ) Tj ET')],
  ['a page of our own library without words', await ownPdf('')],
  ['a frame', pdfWithPage('0 0 100 100 re f')],
  ['a picture of one colour', pdfWithPage('q /I1 Do Q', compressedStream('/Subtype /Image', '\xff'.repeat(500_000)))],
  ['only a description', Buffer.from('%PDF-1.4\n1 0 obj\n<< /Title (A whole title of words) >>\nendobj\n%%EOF\n')],
])('is blank: %s', (_, bytes) => {
  expect(isBlankPdf(bytes)).toBe(true);
});

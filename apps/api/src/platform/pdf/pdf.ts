import { fileURLToPath } from 'node:url';
import Pdf from 'pdfkit';

export type PdfPage = InstanceType<typeof Pdf>;
type TextBox = Readonly<{ x: number; y: number; width: number; align?: 'left' | 'right' }>;

/** One font for all scripts: fonts split by script lack digits or currency signs. */
const fonts = {
  plain: fileURLToPath(import.meta.resolve('@expo-google-fonts/sarabun/400Regular/Sarabun_400Regular.ttf')),
  bold: fileURLToPath(import.meta.resolve('@expo-google-fonts/sarabun/700Bold/Sarabun_700Bold.ttf')),
} as const;

/**
 * `tagged` is for a drawing that puts all of its content in structure elements or artifacts. Pages are kept until the
 * end, so that a footer can say how many there are.
 */
export async function drawPdf(
  title: string,
  at: Date,
  draw: (sheet: PdfPage) => void,
  { tagged = false } = {},
): Promise<Buffer> {
  const sheet = new Pdf({
    size: 'A4',
    margin: 0,
    lang: 'en-GB',
    displayTitle: true,
    tagged,
    pdfVersion: '1.7',
    bufferPages: true,
    info: { Title: title, Author: 'Larkmere', CreationDate: at, ModDate: at },
  });
  sheet.registerFont('plain', fonts.plain).registerFont('bold', fonts.bold).font('plain');
  const parts: Buffer[] = [];
  const whole = new Promise<Buffer>((resolve, reject) => {
    sheet.on('data', (part: Buffer) => parts.push(part));
    sheet.on('end', () => resolve(Buffer.concat(parts)));
    sheet.on('error', reject);
  });
  draw(sheet);
  sheet.end();
  return whole;
}

export function writeText(sheet: PdfPage, text: string, { x, y, width, align = 'left' }: TextBox): number {
  const height = sheet.currentLineHeight(true);
  const lines = breakLines(sheet, decomposeSaraAm(text), width);
  for (const [i, line] of lines.entries()) {
    // The space at the end of a line is kept for readers who copy or hear the text.
    const written = align === 'right' ? line.trimEnd() : line;
    sheet.text(written, x, y + i * height, { width: width + 1, align, lineBreak: false });
  }
  return y + lines.length * height;
}

export const measureText = (sheet: PdfPage, text: string, width: number): number =>
  breakLines(sheet, decomposeSaraAm(text), width).length * sheet.currentLineHeight(true);

const wordSegmenter = new Intl.Segmenter('th', { granularity: 'word' });

/** Thai has no spaces between words, so line breaks need a dictionary. */
function breakLines(sheet: PdfPage, text: string, width: number): string[] {
  const lines = [''];
  for (const { segment } of wordSegmenter.segment(text)) {
    const longer = (lines.at(-1) ?? '') + segment;
    if (lines.at(-1) === '' || sheet.widthOfString(longer.trimEnd()) <= width) lines[lines.length - 1] = longer;
    else lines.push(segment.trimStart());
  }
  return lines.map((line, i) => (i === lines.length - 1 ? line.trim() : line));
}

/** Splits SARA AM into its two parts: as one character it would be lost when text is copied or searched. */
export const decomposeSaraAm = (text: string): string =>
  text.normalize('NFC').replace(/([\u0E48-\u0E4B]?)\u0E33/g, '\u0E4D$1\u0E32');

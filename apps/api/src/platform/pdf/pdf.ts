import { fileURLToPath } from 'node:url';
import { removeHiddenCharacters } from '@larkmere/contract/platform/free-text';
import Pdf from 'pdfkit';

export type PdfPage = InstanceType<typeof Pdf>;
type TextBox = Readonly<{ x: number; y: number; width: number; align?: 'left' | 'right' | undefined }>;

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
  const whole = collectBytes(sheet);
  const writeContent = gatherContent(sheet);
  draw(sheet);
  writeContent();
  sheet.end();
  return whole;
}

const blockBytes = 256 * 1024;

/** pdfkit emits several small parts per structure element. As buffers of a stream they need more memory than the file. */
function collectBytes(sheet: PdfPage): Promise<Buffer> {
  // What was emitted already.
  const blocks: Buffer[] = [sheet.read() as Buffer];
  let block = Buffer.alloc(0);
  let used = 0;
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  sheet.on('error', reject);
  sheet.push = (part: Uint8Array | null): boolean => {
    if (part === null) {
      resolve(Buffer.concat([...blocks, block.subarray(0, used)]));
      return false;
    }
    if (used + part.length > block.length) {
      blocks.push(block.subarray(0, used));
      block = Buffer.allocUnsafe(Math.max(blockBytes, part.length));
      used = 0;
    }
    block.set(part, used);
    used += part.length;
    return true;
  };
  return promise;
}

/** Writes what is drawn to its page in one part: pdfkit keeps each operator as an array of its own. */
function gatherContent(sheet: PdfPage): () => void {
  let { page } = sheet;
  let operators: string[] = [];
  const write = (): void => {
    if (operators.length > 0) page.write(operators.join('\n'));
    operators = [];
  };
  sheet.addContent = (operator: string) => {
    if (sheet.page !== page || operators.length >= maxOperators) write();
    page = sheet.page;
    operators.push(operator);
    return sheet;
  };
  return write;
}

const maxOperators = 5000;

/** At the font and size that are set. Returns where the next line would begin. */
export const writeText = (sheet: PdfPage, text: string, box: TextBox): number =>
  writeLines(sheet, breakLines(sheet, text, box.width), box);

export function writeLines(sheet: PdfPage, lines: readonly string[], { x, y, width, align }: TextBox): number {
  const height = sheet.currentLineHeight(true);
  for (const [i, line] of lines.entries()) {
    // The space at the end of a line is kept for readers who copy or hear the text.
    const written = align === 'right' ? line.trimEnd() : line;
    const start = align === 'right' ? x + width - sheet.widthOfString(written) : x;
    sheet.text(written, start, y + i * height, { lineBreak: false });
  }
  return y + lines.length * height;
}

const wordSegmenter = new Intl.Segmenter('th', { granularity: 'word' });

/** Thai has no spaces between words, so line breaks need a dictionary. Most texts fit into one line and need none. */
export function breakLines(sheet: PdfPage, whole: string, width: number): string[] {
  const text = decomposeSaraAm(whole).trim();
  const fits = (line: string): boolean => sheet.widthOfString(line.trimEnd()) <= width;
  if (fits(text)) return [text];
  const lines = [''];
  for (const { segment } of wordSegmenter.segment(text))
    for (const part of fits(segment) ? [segment] : breakWord(segment, fits)) {
      const longer = (lines.at(-1) ?? '') + part;
      if (lines.at(-1) === '' || fits(longer)) lines[lines.length - 1] = longer;
      else lines.push(part.trimStart());
    }
  return lines;
}

const graphemes = new Intl.Segmenter('th', { granularity: 'grapheme' });

/** A word that is wider than a line, such as a long identifier without spaces. */
function breakWord(word: string, fits: (part: string) => boolean): string[] {
  const parts = [''];
  for (const { segment } of graphemes.segment(word)) {
    const longer = (parts.at(-1) ?? '') + segment;
    if (fits(longer)) parts[parts.length - 1] = longer;
    else parts.push(segment);
  }
  return parts.filter(Boolean);
}

/** Splits SARA AM into its two parts: as one character it would be lost when text is copied or searched. */
export const decomposeSaraAm = (text: string): string =>
  removeHiddenCharacters(text)
    .normalize('NFC')
    .replace(/([\u0E48-\u0E4B]?)\u0E33/g, '\u0E4D$1\u0E32');

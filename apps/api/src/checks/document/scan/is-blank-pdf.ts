import { decodeNames, type PdfStream, streamsOf, unpackStream } from '../pdf-streams.ts';
import { hasDetail, minBytesOfDetail } from '../picture-detail.ts';

const minSignsOfText = 8;
/** Some programs draw letters as lines. */
const minSegmentsOfPaths = 100;
const maxUnpackedBytes = 64 * 1024 * 1024;

/**
 * Whether nothing can be read on any page: no text, no picture with something on it, and hardly a line. What is packed
 * in a way that we do not unpack counts as readable.
 */
export function isBlankPdf(content: Buffer): boolean {
  let [signs, segments] = [0, 0];
  for (const stream of streamsOf(content.toString('latin1'))) {
    const dictionary = decodeNames(stream.dictionary);
    if (/\/Subtype\s*\/Image(?![A-Za-z0-9])/.test(dictionary)) {
      if (isReadableImage(stream)) return false;
      continue;
    }
    if (isFontOrDescription(dictionary)) continue;
    const plain = unpackStream(stream, maxUnpackedBytes) ?? '';
    if (plain === '' && stream.data.length >= minBytesOfDetail) return false;
    signs += countSigns(plain);
    segments += countSegments(plain);
    if (signs >= minSignsOfText || segments >= minSegmentsOfPaths) return false;
  }
  return true;
}

const isFontOrDescription = (dictionary: string): boolean =>
  /\/(?:FontFile\d?|Length[123]|ObjStm|XRef|Metadata|CIDFontType0C|Type1C|OpenType|N \d)(?![A-Za-z0-9])/.test(
    dictionary,
  );

function isReadableImage(stream: PdfStream): boolean {
  const plain = unpackStream(stream, maxUnpackedBytes);
  return hasDetail(Buffer.from(plain || stream.data, 'latin1'));
}

/** Of the texts that a content stream shows. */
function countSigns(content: string): number {
  if (!/(?:^|\s)BT\s/.test(content)) return 0;
  let signs = 0;
  for (const [text] of content.matchAll(/\((?:[^\\()]|\\[\s\S])*\)|<[\dA-Fa-f\s]+>/g))
    signs += text.startsWith('<')
      ? text.replace(/\s/g, '').length / 2 - 1
      : text.slice(1, -1).replace(/\s/g, '').length;
  return signs;
}

const countSegments = (content: string): number => content.match(/\d\s+(?:l|c|v|y|re)\s/g)?.length ?? 0;

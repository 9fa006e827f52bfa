import { inflateSync } from 'node:zlib';
import { hasDetail, minBytesOfDetail } from '../picture-detail.ts';
import type { ScanResult } from './scanner.ts';

const activeContent =
  /\/(JavaScript|JS|Launch|EmbeddedFiles?|RichMedia|XFA|SubmitForm|ImportData|GoToE|GoToR|Rendition|Movie|Sound|3D)(?![A-Za-z0-9])/;
const maxUnpackedBytes = 64 * 1024 * 1024;

/**
 * Objects can be inside compressed streams, so those are unpacked and searched too. A file that cannot be read like
 * this is not passed.
 */
export function scanPdf(content: Buffer, virus: string): ScanResult {
  const text = content.toString('latin1');
  if (/\/Encrypt(?![A-Za-z0-9])/.test(decodeNames(text))) return 'locked';
  if (activeContent.test(decodeNames(text))) return 'active_content';
  let unpacked = 0;
  for (const stream of streamsOf(text)) {
    const plain = unpackStream(stream, maxUnpackedBytes - unpacked);
    if (plain === undefined) return 'not_checkable';
    unpacked += plain.length;
    if (plain.includes(virus)) return 'virus';
    if (isObjectStream(stream.dictionary) && activeContent.test(decodeNames(plain))) return 'active_content';
  }
  return 'clean';
}

const streamPattern = /<<((?:(?!endobj)[\s\S]){0,4000}?)>>\s*stream\r?\n/g;

/** Names can be written in hexadecimal: `/J#61vaScript`. */
const decodeNames = (text: string): string =>
  text.includes('#')
    ? text.replace(/#([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

const isObjectStream = (dictionary: string): boolean => /\/ObjStm(?![A-Za-z0-9])/.test(decodeNames(dictionary));

type PdfStream = Readonly<{ dictionary: string; data: string }>;

function* streamsOf(text: string): Generator<PdfStream> {
  for (const { 0: head, 1: dictionary = '', index } of text.matchAll(streamPattern)) {
    const start = index + head.length;
    const end = text.indexOf('endstream', start);
    yield { dictionary, data: text.slice(start, end < 0 ? undefined : end) };
  }
}

/** Undefined for an object stream with a filter that hides its content, and for a decompression bomb. */
function unpackStream({ dictionary, data }: PdfStream, most: number): string | undefined {
  const filters = [...decodeNames(dictionary).matchAll(/\/(\w+Decode|Crypt)\b/g)].map(([, name]) => name);
  if (filters.length === 0) return data;
  if (filters.length > 1 || filters[0] !== 'FlateDecode') return isObjectStream(dictionary) ? undefined : '';
  try {
    return inflateSync(Buffer.from(data, 'latin1'), { maxOutputLength: Math.max(most, 1) }).toString('latin1');
  } catch (error) {
    const isBomb = (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE';
    return isBomb || isObjectStream(dictionary) ? undefined : '';
  }
}

const minSignsOfText = 8;
/** Some programs draw letters as lines. */
const minSegmentsOfPaths = 100;

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

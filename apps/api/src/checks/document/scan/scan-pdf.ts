import { inflateSync } from 'node:zlib';
import type { ScanResult } from './scanner.ts';

const activeContent =
  /\/(JavaScript|JS|Launch|EmbeddedFiles?|RichMedia|XFA|SubmitForm|ImportData|GoToE|GoToR|Rendition|Movie|Sound|3D)(?![A-Za-z0-9])/;
const maxUnpackedBytes = 64 * 1024 * 1024;
const stream = /<<((?:(?!endobj)[\s\S]){0,4000}?)>>\s*stream\r?\n/g;

/**
 * Objects can be inside compressed streams, so those are unpacked and searched too. A file that cannot be read like
 * this is not passed.
 */
export function scanPdf(content: Buffer, virus: string): ScanResult {
  const text = content.toString('latin1');
  if (/\/Encrypt(?![A-Za-z0-9])/.test(decodeNames(text))) return 'locked';
  if (activeContent.test(decodeNames(text))) return 'active_content';
  let unpacked = 0;
  for (const { dictionary, data } of streamsOf(text)) {
    const plain = unpack(dictionary, data, maxUnpackedBytes - unpacked);
    if (plain === undefined) return 'not_checkable';
    unpacked += plain.length;
    if (plain.includes(virus)) return 'virus';
    if (isObjectStream(dictionary) && activeContent.test(decodeNames(plain))) return 'active_content';
  }
  return 'clean';
}

/** Names can be written in hexadecimal: `/J#61vaScript`. */
const decodeNames = (text: string): string =>
  text.includes('#')
    ? text.replace(/#([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

const isObjectStream = (dictionary: string): boolean => /\/ObjStm(?![A-Za-z0-9])/.test(decodeNames(dictionary));

function* streamsOf(text: string): Generator<{ dictionary: string; data: string }> {
  for (const { 0: head, 1: dictionary = '', index } of text.matchAll(stream)) {
    const start = index + head.length;
    const end = text.indexOf('endstream', start);
    yield { dictionary, data: text.slice(start, end < 0 ? undefined : end) };
  }
}

/** Undefined for an object stream with a filter that hides its content, and for a decompression bomb. */
function unpack(dictionary: string, data: string, most: number): string | undefined {
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

import { inflateSync } from 'node:zlib';
import type { Finding } from './scanner.ts';

const active =
  /\/(JavaScript|JS|Launch|EmbeddedFiles?|RichMedia|XFA|SubmitForm|ImportData|GoToE|GoToR|Rendition|Movie|Sound|3D)(?![A-Za-z0-9])/;
const mostBytes = 64 * 1024 * 1024;
const stream = /<<((?:(?!endobj)[\s\S]){0,4000}?)>>\s*stream\r?\n/g;

/**
 * Objects can be inside compressed streams, so those are unpacked and searched too. A file that cannot be read like
 * this is not passed.
 */
export function findInPdf(content: Buffer, virus: string): Finding {
  const text = content.toString('latin1');
  if (/\/Encrypt(?![A-Za-z0-9])/.test(named(text))) return 'locked';
  if (active.test(named(text))) return 'active_content';
  let unpacked = 0;
  for (const { dictionary, data } of streamsOf(text)) {
    const plain = unpack(dictionary, data, mostBytes - unpacked);
    if (plain === undefined) return 'not_checkable';
    unpacked += plain.length;
    if (plain.includes(virus)) return 'virus';
    if (isObjects(dictionary) && active.test(named(plain))) return 'active_content';
  }
  return 'clean';
}

/** Names can be written in hexadecimal: `/J#61vaScript`. */
const named = (text: string): string =>
  text.includes('#')
    ? text.replace(/#([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

const isObjects = (dictionary: string): boolean => /\/ObjStm(?![A-Za-z0-9])/.test(named(dictionary));

function* streamsOf(text: string): Generator<{ dictionary: string; data: string }> {
  for (const { 0: head, 1: dictionary = '', index } of text.matchAll(stream)) {
    const start = index + head.length;
    const end = text.indexOf('endstream', start);
    yield { dictionary, data: text.slice(start, end < 0 ? undefined : end) };
  }
}

/** Undefined for an object stream with a filter that hides its content, and for a decompression bomb. */
function unpack(dictionary: string, data: string, most: number): string | undefined {
  const filters = [...named(dictionary).matchAll(/\/(\w+Decode|Crypt)\b/g)].map(([, name]) => name);
  if (filters.length === 0) return data;
  if (filters.length > 1 || filters[0] !== 'FlateDecode') return isObjects(dictionary) ? undefined : '';
  try {
    return inflateSync(Buffer.from(data, 'latin1'), { maxOutputLength: Math.max(most, 1) }).toString('latin1');
  } catch (error) {
    const isBomb = (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE';
    return isBomb || isObjects(dictionary) ? undefined : '';
  }
}

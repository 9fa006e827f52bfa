import { inflateSync } from 'node:zlib';

const stream = /<<((?:(?!endobj)[\s\S]){0,4000}?)>>\s*stream\r?\n/g;

/** Names can be written in hexadecimal: `/J#61vaScript`. */
export const decodeNames = (text: string): string =>
  text.includes('#')
    ? text.replace(/#([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

export const isObjectStream = (dictionary: string): boolean => /\/ObjStm(?![A-Za-z0-9])/.test(decodeNames(dictionary));

export type PdfStream = Readonly<{ dictionary: string; data: string }>;

export function* streamsOf(text: string): Generator<PdfStream> {
  for (const { 0: head, 1: dictionary = '', index } of text.matchAll(stream)) {
    const start = index + head.length;
    const end = text.indexOf('endstream', start);
    yield { dictionary, data: text.slice(start, end < 0 ? undefined : end) };
  }
}

/** Undefined for an object stream with a filter that hides its content, and for a decompression bomb. */
export function unpackStream({ dictionary, data }: PdfStream, most: number): string | undefined {
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

import { decodeNames, isObjectStream, streamsOf, unpackStream } from '../pdf-streams.ts';
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

import { inflateRawSync } from 'node:zlib';
import type { Finding } from './scanner.ts';

type Entry = Readonly<{ name: string; method: number; packed: number; size: number; at: number }>;

const mostBytes = 100 * 1024 * 1024;
const mostEntries = 5000;
/** Macros, embedded programs and documents, controls, and what older Excel ran. */
const active =
  /vbaProject|vbaData|\/embeddings\/|activeX|\/macrosheets\/|\/externalLinks\/|customUI|\.(exe|dll|js|vbs|bat|ps1|hta|lnk|bin)$/i;
/** Anything fetched from elsewhere when the document is opened, but for a link that somebody must click. */
const fetched =
  /<Relationship\b(?=[^>]*TargetMode\s*=\s*["']External["'])(?![^>]*\/relationships\/hyperlink["'])[^>]*>/i;
const fields = /\bDDEAUTO\b|\bDDE\s|ms-?excel[^"']*\|/i;

/** What a Word or Excel file can do besides being read. Both are archives: their list of content is believed over names. */
export function findInOffice(content: Buffer, virus: string): Finding {
  const entries = entriesOf(content);
  if (!entries || entries.length > mostEntries) return 'not_checkable';
  if (entries.reduce((sum, { size }) => sum + size, 0) > mostBytes) return 'not_checkable';
  if (entries.some(({ name }) => active.test(name) && !/\/printerSettings\d*\.bin$/i.test(name)))
    return 'active_content';
  let unpacked = 0;
  for (const entry of entries) {
    const text = unpack(content, entry, mostBytes - unpacked);
    if (text === undefined) return 'not_checkable';
    unpacked += text.length;
    if (text.includes(virus)) return 'virus';
    if (entry.name === '[Content_Types].xml' && /macroEnabled|vbaProject/i.test(text)) return 'active_content';
    if (/\.rels$/i.test(entry.name) && fetched.test(text)) return 'active_content';
    if (/\/(document|header\d*|footer\d*)\.xml$/i.test(entry.name) && fields.test(text.replace(/<[^>]*>/g, '')))
      return 'active_content';
  }
  return 'clean';
}

/** The archive's own list at its end; undefined when there is none, or it is locked. */
function entriesOf(content: Buffer): Entry[] | undefined {
  const end = content.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (end < 0 || end + 22 > content.length) return undefined;
  const count = content.readUInt16LE(end + 10);
  let at = content.readUInt32LE(end + 16);
  const entries: Entry[] = [];
  for (let i = 0; i < count; i += 1) {
    if (at + 46 > content.length || content.readUInt32LE(at) !== 0x02014b50) return undefined;
    if ((content.readUInt16LE(at + 8) & 1) === 1) return undefined; // a password
    const [nameLength, extra, comment] = [28, 30, 32].map((place) => content.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ];
    entries.push({
      name: content.toString('utf8', at + 46, at + 46 + nameLength),
      method: content.readUInt16LE(at + 10),
      packed: content.readUInt32LE(at + 20),
      size: content.readUInt32LE(at + 24),
      at: content.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + extra + comment;
  }
  return entries;
}

function unpack(content: Buffer, { method, packed, at }: Entry, most: number): string | undefined {
  if (at + 30 > content.length || content.readUInt32LE(at) !== 0x04034b50) return undefined;
  const start = at + 30 + content.readUInt16LE(at + 26) + content.readUInt16LE(at + 28);
  const data = content.subarray(start, start + packed);
  if (method === 0) return data.toString('latin1');
  if (method !== 8) return undefined;
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(most, 1) }).toString('latin1');
  } catch {
    return undefined;
  }
}

import { entriesOf, unpack } from '../../kernel/zip.ts';
import type { Finding } from './scanner.ts';

const mostBytes = 100 * 1024 * 1024;
const mostEntries = 5000;
const active =
  /vbaProject|vbaData|\/embeddings\/|activeX|\/macrosheets\/|\/externalLinks\/|customUI|\.(exe|dll|js|vbs|bat|ps1|hta|lnk|bin)$/i;
/** Resources that are fetched when the document opens. A hyperlink must be clicked, so it is allowed. */
const fetched =
  /<Relationship\b(?=[^>]*TargetMode\s*=\s*["']External["'])(?![^>]*\/relationships\/hyperlink["'])[^>]*>/i;
const fields = /\bDDEAUTO\b|\bDDE\s|ms-?excel[^"']*\|/i;

export function findInOffice(content: Buffer, virus: string): Finding {
  const entries = entriesOf(content);
  if (!entries || entries.length > mostEntries) return 'not_checkable';
  if (entries.reduce((sum, { size }) => sum + size, 0) > mostBytes) return 'not_checkable';
  if (entries.some(({ name }) => active.test(name) && !/\/printerSettings\d*\.bin$/i.test(name)))
    return 'active_content';
  let unpacked = 0;
  for (const entry of entries) {
    const text = unpack(content, entry, mostBytes - unpacked)?.toString('latin1');
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

import { fileTypeFromBuffer } from 'file-type';
import { extractEntry, readEntries } from '../../../platform/files/zip.ts';
import { isBlankPdf, scanPdf } from './scan-pdf.ts';
import type { QuarantinedFile, ScanResult } from './scanner.ts';

/** In two parts, so that virus scanners do not flag this source file. */
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

export async function inspectFile({ mediaType, bytes }: QuarantinedFile): Promise<ScanResult> {
  const content = Buffer.from(bytes);
  const found = await fileTypeFromBuffer(new Uint8Array(content)).catch(() => undefined);
  if (content.includes(eicar)) return 'virus';
  if (found?.mime !== mediaType) return 'other_type';
  if (mediaType === 'application/pdf') return inspectPdf(content);
  if (mediaType.includes('openxmlformats')) return scanOffice(content, eicar);
  return 'clean';
}

function inspectPdf(content: Buffer): ScanResult {
  const found = scanPdf(content, eicar);
  return found === 'clean' && isBlankPdf(content) ? 'blank' : found;
}

const maxUnpackedBytes = 100 * 1024 * 1024;
const maxEntries = 5000;
const activeContent =
  /vbaProject|vbaData|\/embeddings\/|activeX|\/macrosheets\/|\/externalLinks\/|customUI|\.(exe|dll|js|vbs|bat|ps1|hta|lnk|bin)$/i;
/** Resources that are fetched when the document opens. A hyperlink must be clicked, so it is allowed. */
const externalResource =
  /<Relationship\b(?=[^>]*TargetMode\s*=\s*["']External["'])(?![^>]*\/relationships\/hyperlink["'])[^>]*>/i;
const dynamicFields = /\bDDEAUTO\b|\bDDE\s|ms-?excel[^"']*\|/i;

function scanOffice(content: Buffer, virus: string): ScanResult {
  const entries = readEntries(content);
  if (!entries || entries.length > maxEntries) return 'not_checkable';
  if (entries.reduce((sum, { size }) => sum + size, 0) > maxUnpackedBytes) return 'not_checkable';
  if (entries.some(({ name }) => activeContent.test(name) && !/\/printerSettings\d*\.bin$/i.test(name)))
    return 'active_content';
  let unpacked = 0;
  for (const entry of entries) {
    const text = extractEntry(content, entry, maxUnpackedBytes - unpacked)?.toString('latin1');
    if (text === undefined) return 'not_checkable';
    unpacked += text.length;
    if (text.includes(virus)) return 'virus';
    if (entry.name === '[Content_Types].xml' && /macroEnabled|vbaProject/i.test(text)) return 'active_content';
    if (/\.rels$/i.test(entry.name) && externalResource.test(text)) return 'active_content';
    if (/\/(document|header\d*|footer\d*)\.xml$/i.test(entry.name) && dynamicFields.test(text.replace(/<[^>]*>/g, '')))
      return 'active_content';
  }
  return 'clean';
}

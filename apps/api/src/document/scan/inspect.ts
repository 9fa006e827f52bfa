import { fileTypeFromBuffer } from 'file-type';
import { findInOffice } from './office.ts';
import { findInPdf } from './pdf.ts';
import type { Finding, Quarantined } from './scanner.ts';

/** In two parts, so that virus scanners do not flag this source file. */
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

export async function inspect({ mediaType, bytes }: Quarantined): Promise<Finding> {
  const content = Buffer.from(bytes);
  const found = await fileTypeFromBuffer(new Uint8Array(content)).catch(() => undefined);
  if (content.includes(eicar)) return 'virus';
  if (found?.mime !== mediaType) return 'other_type';
  if (mediaType === 'application/pdf') return findInPdf(content, eicar);
  if (mediaType.includes('openxmlformats')) return findInOffice(content, eicar);
  return 'clean';
}

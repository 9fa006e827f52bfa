import { fileTypeFromBuffer } from 'file-type';
import { Refusal } from '../../platform/requests/refusal.ts';

const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const extensionsByType: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/heic': ['heic', 'heif'],
  [wordType]: ['docx'],
  [sheetType]: ['xlsx'],
};

export type DetectedFileType = Readonly<{ mediaType: string }>;

/**
 * Detects the type from the content. Refuses `file_rejected` for a type that we do not accept, and for a name with the
 * extension of another type, which would open in the wrong program.
 */
export async function detectFileType(bytes: Buffer, name: string): Promise<DetectedFileType> {
  const found = await fileTypeFromBuffer(new Uint8Array(bytes)).catch(() => undefined);
  const endings = found && extensionsByType[found.mime];
  if (!found || !endings)
    throw new Refusal('file_rejected', {
      message: 'We take PDF, JPEG, PNG, HEIC, DOCX and XLSX. This file is none of them. Nothing was kept.',
    });
  const ending = /\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (!endings.includes(ending))
    throw new Refusal('file_rejected', {
      message: `The name ends in “.${ending}”, but the file is a ${endings[0]?.toUpperCase()}. Nothing was kept. Save it under its right name and send it again.`,
    });
  return { mediaType: found.mime };
}

import { message } from '@larkmere/messages/message';
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
  if (!found || !endings) throw new Refusal('file_rejected', { reason: message('document_type_not_supported') });
  const ending = /\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (!endings.includes(ending))
    throw new Refusal('file_rejected', {
      reason: message('document_extension_wrong', { extension: ending, type: endings[0]?.toUpperCase() ?? '' }),
    });
  return { mediaType: found.mime };
}

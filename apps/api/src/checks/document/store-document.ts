import { createHash } from 'node:crypto';
import type { DocumentType } from '@larkmere/contract/checks/document';
import { type Message, message } from '@larkmere/messages/message';
import { fileTypeFromBuffer } from 'file-type';
import { v7 } from 'uuid';
import { emit } from '../../platform/events/outbox.ts';
import { appendHistory } from '../../platform/lifecycle/change-state.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { type Document, insertDocument } from './document.sql.ts';
import { documentLifecycle, documentUploaded } from './document-lifecycle.ts';
import { requireReadablePicture } from './require-readable-picture.ts';
import { stripMetadata } from './strip-metadata.ts';

export type Upload = Readonly<{
  purpose: 'payment' | 'identity_check' | 'card_payment';
  customerId: string;
  /** Null for a person who follows a link and is no user. */
  userId: string | null;
  paymentId: string | null;
  type: DocumentType;
  note: string | null;
  file: File;
}>;

/**
 * Puts a file into quarantine. Its type comes from the content, not from the name. `requirePlace` runs before the row
 * is written, with the type and the digest. Refuses `file_rejected`.
 */
export async function storeDocument(
  ctx: Ctx,
  { purpose, customerId, userId, paymentId, type, note, file }: Upload,
  requirePlace: (content: Readonly<{ mediaType: string; sha256: Buffer }>) => Promise<void>,
): Promise<Document> {
  const name = sanitiseFileName(file.name);
  const sent = Buffer.from(await file.arrayBuffer());
  const { mediaType } = await detectFileType(sent, name);
  const bytes = stripMetadata(sent, mediaType);
  const sha256 = createHash('sha256').update(bytes).digest();
  await requirePlace({ mediaType, sha256 });
  requireReadablePicture(bytes, mediaType);
  const document = await insertDocument(
    ctx.tx,
    {
      id: v7(),
      purpose,
      paymentId,
      customerId,
      userId,
      type,
      name,
      mediaType,
      sizeBytes: bytes.length,
      sha256,
      note: note ? note.replace(/\p{Cc}/gu, ' ') : null,
    },
    bytes,
  );
  if (!document) throw rejectFile(message('document_already_uploaded'));
  await appendHistory(ctx, documentLifecycle, document.id);
  await emit(ctx, documentUploaded, { documentId: document.id });
  await audit(ctx, 'document.uploaded', `document:${document.id}`, { payment: paymentId, type, mediaType });
  return document;
}

export const rejectFile = (reason: Message): Refusal => new Refusal('file_rejected', { reason });

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

type DetectedFileType = Readonly<{ mediaType: string }>;

/**
 * Detects the type from the content. Refuses `file_rejected` for a type that we do not accept, and for a name with the
 * extension of another type, which would open in the wrong program.
 */
async function detectFileType(bytes: Buffer, name: string): Promise<DetectedFileType> {
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

const maxLength = 120;

export function sanitiseFileName(given: string): string {
  const base = given.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const plain = base
    .replace(/[\p{C}\p{Zl}\p{Zp}<>:"|?*;%$`&#]/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  const extension = /\.[A-Za-z0-9]{1,5}$/.exec(plain)?.[0] ?? '';
  const stem = plain.slice(0, plain.length - extension.length).slice(0, maxLength - extension.length);
  return `${stem.replace(/[\uD800-\uDBFF]$/, '') || 'document'}${extension.toLowerCase()}`;
}

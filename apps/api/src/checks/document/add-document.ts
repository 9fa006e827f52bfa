import { createHash } from 'node:crypto';
import { type DocumentView, maxDocuments } from '@larkmere/contract/checks/document';
import type { contract } from '@larkmere/contract/contract';
import type { Input } from '@larkmere/contract/platform/endpoint';
import { message } from '@larkmere/messages/message';
import { v7 } from 'uuid';
import { acquireLocks } from '../../platform/db/advisory-lock.ts';
import { emit } from '../../platform/events/outbox.ts';
import { appendHistory } from '../../platform/lifecycle/change-state.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { detectFileType } from './detect-file-type.ts';
import { type Document, insertDocument, selectDocuments, selectUnattachedDocuments } from './document.sql.ts';
import { documentUploaded } from './document.ts';
import { toDocumentView } from './document.view.ts';
import { documentLifecycle } from './document-lifecycle.ts';
import { acceptsDocuments, requireOwnPayment } from './require-own-payment.ts';
import { sanitiseFileName } from './sanitise-file-name.ts';
import { stripMetadata } from './strip-metadata.ts';

/** Refused documents count too, so that nobody can fill the storage with rejected files. */
const maxUploads = 30;

/**
 * Puts a document of a payment into quarantine. Its type comes from the content, not from the name. Refuses
 * `not_found`, `invalid_transition` once the payment has ended, and `file_rejected`.
 */
export async function addDocument(
  ctx: CustomerCtx,
  { id, ...upload }: Input<typeof contract.document.addDomestic>,
): Promise<DocumentView> {
  const payment = await requireOwnPayment(ctx, id);
  if (!acceptsDocuments(payment.state))
    throw new Refusal('invalid_transition', { reason: message('document_payment_ended') });
  return storeUpload(ctx, upload, id, async () => {
    await acquireLocks(ctx.tx, [`document.payment:${id}`]);
    requireCapacity(await selectDocuments(ctx.tx, id), 'document_limit_for_payment');
  });
}

export const addUnattachedDocument: Verb<typeof contract.document.addUnattached> = (ctx, upload) =>
  storeUpload(ctx, upload, null, async () => {
    const { tx, actor } = ctx;
    await acquireLocks(tx, [`document.ahead:${actor.customerId}`]);
    requireCapacity(await selectUnattachedDocuments(tx, actor.customerId), 'document_limit_ahead');
  });

async function storeUpload(
  ctx: CustomerCtx,
  { type, note, file }: Input<typeof contract.document.addUnattached>,
  paymentId: string | null,
  requirePlace: () => Promise<void>,
): Promise<DocumentView> {
  const { tx, actor } = ctx;
  const name = sanitiseFileName(file.name);
  const sent = Buffer.from(await file.arrayBuffer());
  const kind = await detectFileType(sent, name);
  const bytes = stripMetadata(sent, kind.mediaType);
  await requirePlace();
  const document = await insertDocument(
    tx,
    {
      id: v7(),
      payment_id: paymentId,
      customer_id: actor.customerId,
      user_id: actor.userId,
      type,
      name,
      media_type: kind.mediaType,
      size_bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest(),
      note: note ? note.replace(/\p{Cc}/gu, ' ') : null,
    },
    bytes,
  );
  if (!document) throw new Refusal('file_rejected', { reason: message('document_already_uploaded') });
  await appendHistory(ctx, documentLifecycle, document.id);
  await emit(ctx, documentUploaded, { documentId: document.id });
  await audit(ctx, 'document.uploaded', `document:${document.id}`, {
    payment: paymentId,
    type,
    mediaType: kind.mediaType,
  });
  return toDocumentView(document);
}

type LimitMessage = 'document_limit_for_payment' | 'document_limit_ahead';

function requireCapacity(documents: readonly Document[], limitMessage: LimitMessage): void {
  const kept = documents.filter(({ state }) => state !== 'refused');
  if (kept.length < maxDocuments && documents.length < maxUploads) return;
  throw new Refusal('file_rejected', { reason: message(limitMessage, { count: kept.length }) });
}

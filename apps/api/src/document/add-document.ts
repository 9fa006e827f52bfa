import { createHash } from 'node:crypto';
import type { contract } from '@larkmere/contract/contract';
import { type DocumentView, mostDocuments } from '@larkmere/contract/document';
import type { Input } from '@larkmere/contract/endpoint';
import { v7 } from 'uuid';
import { audit } from '../kernel/audit.ts';
import { lockAll } from '../kernel/lock.ts';
import { emit } from '../kernel/outbox.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { CustomerCtx, Verb } from '../kernel/verb.ts';
import { documentsAhead, documentsOf, insertDocument, noteStep } from './document.sql.ts';
import { type Document, documentUploaded } from './document.ts';
import { viewOf } from './document.view.ts';
import { kindOf } from './file-kind.ts';
import { cleanName } from './file-name.ts';
import { requireOwnPayment, takesDocuments } from './own-payment.ts';
import { withoutMetadata } from './without-metadata.ts';

/** Refused documents count too, so that nobody can fill the storage with rejected files. */
const mostEver = 30;

/**
 * Puts a document of a payment into quarantine. Its type comes from the content, not from the name. Refuses
 * `not_found`, `invalid_transition` once the payment has ended, and `file_rejected`.
 */
export async function addDocument(
  ctx: CustomerCtx,
  { id, ...upload }: Input<typeof contract.document.addDomestic>,
): Promise<DocumentView> {
  const payment = await requireOwnPayment(ctx, id);
  if (!takesDocuments(payment.state))
    throw new Refusal('invalid_transition', {
      message: 'This payment has ended, so it needs no more documents. Nothing was kept.',
    });
  return keepUpload(ctx, upload, id, async () => {
    await lockAll(ctx.tx, [`document.payment:${id}`]);
    requireRoom(await documentsOf(ctx.tx, id), 'This payment has');
  });
}

export const addAhead: Verb<typeof contract.document.addAhead> = (ctx, upload) =>
  keepUpload(ctx, upload, null, async () => {
    const { tx, actor } = ctx;
    await lockAll(tx, [`document.ahead:${actor.customerId}`]);
    requireRoom(await documentsAhead(tx, actor.customerId), 'You have');
  });

async function keepUpload(
  ctx: CustomerCtx,
  { type, note, file }: Input<typeof contract.document.addAhead>,
  paymentId: string | null,
  requirePlace: () => Promise<void>,
): Promise<DocumentView> {
  const { tx, actor } = ctx;
  const name = cleanName(file.name);
  const sent = Buffer.from(await file.arrayBuffer());
  const kind = await kindOf(sent, name);
  const bytes = withoutMetadata(sent, kind.mediaType);
  await requirePlace();
  const document = await insertDocument(
    tx,
    {
      id: v7(),
      payment_id: paymentId,
      customer_id: actor.customerId,
      person_id: actor.personId,
      type,
      name,
      media_type: kind.mediaType,
      size_bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest(),
      note: note ? note.replace(/\p{Cc}/gu, ' ') : null,
    },
    bytes,
  );
  if (!document)
    throw new Refusal('file_rejected', { message: 'You have sent this very file already. It is kept once.' });
  await noteStep(tx, document, actor);
  await emit(ctx, documentUploaded, { documentId: document.id });
  await audit(ctx, 'document.uploaded', `document:${document.id}`, {
    payment: paymentId,
    type,
    mediaType: kind.mediaType,
  });
  return viewOf(document);
}

function requireRoom(documents: readonly Document[], who: string): void {
  const kept = documents.filter(({ state }) => state !== 'refused');
  if (kept.length < mostDocuments && documents.length < mostEver) return;
  const where = who === 'You have' ? ' without a payment' : '';
  throw new Refusal('file_rejected', {
    message: `${who} ${kept.length} documents${where}, and no more are taken. Nothing was kept. Contact us if you need to send another one.`,
  });
}

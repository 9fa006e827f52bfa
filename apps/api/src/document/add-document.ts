import { createHash } from 'node:crypto';
import type { contract } from '@larkmere/contract/contract';
import { type DocumentView, mostDocuments } from '@larkmere/contract/document';
import type { Input } from '@larkmere/contract/endpoint';
import { v7 } from 'uuid';
import { audit } from '../kernel/audit.ts';
import { lockAll } from '../kernel/lock.ts';
import { emit } from '../kernel/outbox.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { CustomerCtx } from '../kernel/verb.ts';
import { documentsOf, insertDocument, noteStep } from './document.sql.ts';
import { documentUploaded } from './document.ts';
import { viewOf } from './document.view.ts';
import { kindOf } from './file-kind.ts';
import { cleanName } from './file-name.ts';
import { requireOwnPayment, takesDocuments } from './own-payment.ts';
import { withoutMetadata } from './without-metadata.ts';

/** Refused ones count here, so that nobody fills the house with files that are of no use. */
const mostEver = 30;

/**
 * Takes a document about a payment of the customer into quarantine. What it is, its content says and not its name; what a
 * picture tells of camera and place is cut off. Refuses `not_found`, `invalid_transition` once the payment has ended, and
 * `file_rejected` for a kind we do not take, a name that says something else, an eleventh document or the same one twice.
 */
export async function addDocument(
  ctx: CustomerCtx,
  { id, type, note, file }: Input<typeof contract.document.addDomestic>,
): Promise<DocumentView> {
  const { tx, actor } = ctx;
  const payment = await requireOwnPayment(ctx, id);
  if (!takesDocuments(payment))
    throw new Refusal('invalid_transition', {
      message: 'This payment has ended, so it needs no more documents. Nothing was kept.',
    });
  const name = cleanName(file.name);
  const sent = Buffer.from(await file.arrayBuffer());
  const kind = await kindOf(sent, name);
  const bytes = withoutMetadata(sent, kind.mediaType);
  await lockAll(tx, [`document.payment:${id}`]);
  await requireRoom(ctx, id);
  const document = await insertDocument(
    tx,
    {
      id: v7(),
      payment_id: id,
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
  await audit(ctx, 'document.uploaded', `document:${document.id}`, { payment: id, type, mediaType: kind.mediaType });
  return viewOf(document);
}

async function requireRoom({ tx }: CustomerCtx, paymentId: string): Promise<void> {
  const documents = await documentsOf(tx, paymentId);
  const kept = documents.filter(({ state }) => state !== 'refused');
  if (kept.length < mostDocuments && documents.length < mostEver) return;
  throw new Refusal('file_rejected', {
    message: `This payment has ${kept.length} documents, and takes no more. Nothing was kept. Contact us if you need to send another one.`,
  });
}

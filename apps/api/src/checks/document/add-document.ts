import { type DocumentView, maxDocuments } from '@larkmere/contract/checks/document';
import type { contract } from '@larkmere/contract/contract';
import type { Input } from '@larkmere/contract/platform/endpoint';
import { message } from '@larkmere/messages/message';
import { acquireLocks } from '../../platform/db/transaction.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { acceptsDocuments, requireOwnPayment, toDocumentView } from './document.read.ts';
import { type Document, selectDocuments, selectUnattachedDocuments } from './document.sql.ts';
import { storeDocument } from './store-document.ts';

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
  const { customerId, userId } = ctx.actor;
  const owner = { customerId, userId, paymentId, purpose: 'payment' } as const;
  return toDocumentView(await storeDocument(ctx, { ...owner, type, note: note ?? null, file }, requirePlace));
}

type LimitMessage = 'document_limit_for_payment' | 'document_limit_ahead';

function requireCapacity(documents: readonly Document[], limitMessage: LimitMessage): void {
  const activeDocuments = documents.filter(({ state }) => state !== 'refused');
  if (activeDocuments.length < maxDocuments && documents.length < maxUploads) return;
  throw new Refusal('file_rejected', { reason: message(limitMessage, { count: activeDocuments.length }) });
}

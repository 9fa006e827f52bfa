import { maxDocuments } from '@larkmere/contract/checks/document';
import { type Message, message } from '@larkmere/messages/message';
import type { Tx } from '../../platform/db/db.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { attachToPayment, type Document, lockDocuments, selectDocuments, selectDocumentTypes } from './document.sql.ts';
import { acceptsDocuments } from './require-own-payment.ts';

export { openCardDocument, readCardDocument, storeCardDocument, withdrawCardDocument } from './card-document.ts';
export { documentSetting } from './document.settings.ts';
export { type Document, findDocuments } from './document.sql.ts';
export {
  type DocumentEvent,
  documentAccepted,
  documentReceived,
  documentRefused,
  documentUploaded,
} from './document-lifecycle.ts';
export { decideIdentityDocument, openIdentityDocument, storeIdentityDocument } from './identity-document.ts';

export async function uploadedTypesByPayment(
  tx: Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Readonly<{ types: readonly string[]; checked: readonly string[]; kept: number }>>> {
  const rows = ids.length > 0 ? await selectDocumentTypes(tx, ids) : [];
  return new Map(rows.map((row) => [row.paymentId, row]));
}

export const canAddDocument = (state: string, documentCount: number): boolean =>
  acceptsDocuments(state) && documentCount < maxDocuments;

/**
 * Locks documents that were uploaded before their payment. Refuses `not_found` for those of another customer, and
 * `file_rejected` for one that was attached or refused, for a file that the payment `beside` has, and above the
 * maximum.
 */
export async function requireUnattachedDocuments(
  tx: Tx,
  customerId: string,
  ids: readonly string[] = [],
  beside?: string,
): Promise<Document[]> {
  if (ids.length === 0) return [];
  const documents = await lockDocuments(tx, ids);
  if (documents.length < ids.length || documents.some((each) => !isOwn(each, customerId)))
    throw new Refusal('not_found');
  const unfit = documents.find(({ paymentId, state }) => paymentId !== null || state === 'refused');
  if (unfit) {
    const why = unfit.paymentId === null ? 'document_refused_before' : 'document_used_elsewhere';
    throw rejectDocument(message(why, { fileName: unfit.name }));
  }
  if (beside !== undefined) requireCapacityAfter(documents, await selectDocuments(tx, beside));
  return documents;
}

const isOwn = (document: Document, customerId: string): boolean =>
  document.customerId === customerId && document.purpose === 'payment';

function requireCapacityAfter(documents: readonly Document[], before: readonly Document[]): void {
  const activeDocuments = before.filter(({ state }) => state !== 'refused');
  const twice = documents.find(({ sha256 }) => activeDocuments.some((each) => each.sha256.equals(sha256)));
  if (twice) throw rejectDocument(message('document_already_attached', { fileName: twice.name }));
  if (activeDocuments.length + documents.length <= maxDocuments) return;
  throw rejectDocument(message('document_limit_exceeded', { max: maxDocuments, count: activeDocuments.length }));
}

const rejectDocument = (reason: Message) =>
  new Refusal('file_rejected', { reason, errors: [{ field: 'documents', code: 'not_allowed', reason }] });

export async function attachDocuments(ctx: Ctx, paymentId: string, documents: readonly Document[]): Promise<void> {
  if (documents.length === 0) return;
  await attachToPayment(
    ctx.tx,
    paymentId,
    documents.map(({ id }) => id),
  );
  for (const { id } of documents) await audit(ctx, 'document.attached', `document:${id}`, { payment: paymentId });
}

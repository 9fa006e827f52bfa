import { maxDocuments } from '@larkmere/contract/checks/document';
import { defaultText } from '@larkmere/messages/format-message';
import { type Message, message } from '@larkmere/messages/message';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { handleDueRows } from '../../platform/jobs/due-rows.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { inForce } from '../../platform/settings/setting.ts';
import { documentSetting } from './document.settings.ts';
import { attachToPayment, type Document, lockDocuments, selectDocuments } from './document.sql.ts';
import { transitionDocument } from './document-lifecycle.ts';

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

/** Refuses documents that no payment attached in time and erases their content. */
export const unattachedDocumentPurge = defineJob({
  name: 'purge-unattached-documents',
  everySeconds: 3600,
  run: (job) =>
    handleDueRows(job, {
      table: 'document.document',
      isDue: sql`payment_id is null and purpose = 'payment' and state = 'received'
        and created_at < now() - (${inForce(documentSetting, {}, { select: sql`unattached_retention_hours` })}) * interval '1 hour'`,
      handle: (ctx, document) =>
        transitionDocument(ctx, document, 'refused', undefined, defaultText('document_deleted_unused')),
    }),
});

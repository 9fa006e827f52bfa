import { type DocumentState, type DocumentType, mostDocuments } from '@larkmere/contract/document';
import type { Selectable } from 'kysely';
import { audit } from '../kernel/audit.ts';
import type { Tx } from '../kernel/db.ts';
import { event } from '../kernel/outbox.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { DocumentDocument } from '../kernel/schema.gen.ts';
import type { Ctx } from '../kernel/verb.ts';
import { documentsOf, giveToPayment, kindsSent, lockDocuments } from './document.sql.ts';
import { takesDocuments } from './own-payment.ts';

export type Document = Readonly<Selectable<DocumentDocument>>;

const nextStates: Readonly<Record<DocumentState, readonly DocumentState[]>> = {
  uploaded: ['scanning'],
  scanning: ['received', 'refused'],
  received: ['accepted', 'refused'],
  accepted: [],
  refused: [],
};

export const mayBecome = (from: DocumentState, to: DocumentState): boolean => nextStates[from].includes(to);

export type DocumentNews = Readonly<{
  documentId: string;
  paymentId: string;
  customerId: string;
  personId: string;
  type: DocumentType;
  name: string;
  payeeName: string;
  reason: string | null;
}>;

export async function documentsOfPayments(
  tx: Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Readonly<{ types: readonly string[]; checked: readonly string[]; kept: number }>>> {
  const rows = ids.length > 0 ? await kindsSent(tx, ids) : [];
  return new Map(rows.map((row) => [row.paymentId, row]));
}

export const mayUpload = (state: string, kept: number): boolean => takesDocuments(state) && kept < mostDocuments;

/**
 * Locks documents that were uploaded before their payment. Refuses `not_found` for those of another customer, and
 * `file_rejected` for one that was attached or refused, for a file that the payment `beside` has, and above the
 * maximum.
 */
export async function requireAhead(
  tx: Tx,
  customerId: string,
  ids: readonly string[] = [],
  beside?: string,
): Promise<Document[]> {
  if (ids.length === 0) return [];
  const documents = await lockDocuments(tx, ids);
  if (documents.length < ids.length || documents.some((each) => each.customer_id !== customerId))
    throw new Refusal('not_found');
  const unfit = documents.find(({ payment_id, state }) => payment_id !== null || state === 'refused');
  if (unfit) {
    const why = unfit.payment_id === null ? 'was refused' : 'belongs to another payment';
    throw unfitDocument(`“${unfit.name}” ${why}. Nothing was sent. Send the file again, or leave it out.`);
  }
  if (beside !== undefined) requireRoomBeside(documents, await documentsOf(tx, beside));
  return documents;
}

function requireRoomBeside(documents: readonly Document[], before: readonly Document[]): void {
  const kept = before.filter(({ state }) => state !== 'refused');
  const twice = documents.find(({ sha256 }) => kept.some((each) => each.sha256.equals(sha256)));
  if (twice) throw unfitDocument(`The payment has “${twice.name}” already. Nothing was sent. Leave it out.`);
  if (kept.length + documents.length <= mostDocuments) return;
  throw unfitDocument(
    `A payment takes ${mostDocuments} documents, and this one has ${kept.length} already. Nothing was sent.`,
  );
}

const unfitDocument = (message: string) =>
  new Refusal('file_rejected', { message, errors: [{ field: 'documents', code: 'file_rejected', message }] });

export async function attachDocuments(ctx: Ctx, paymentId: string, documents: readonly Document[]): Promise<void> {
  if (documents.length === 0) return;
  await giveToPayment(
    ctx.tx,
    paymentId,
    documents.map(({ id }) => id),
  );
  for (const { id } of documents) await audit(ctx, 'document.attached', `document:${id}`, { payment: paymentId });
}

export const documentUploaded = event<{ documentId: string }>('document.uploaded');
export const documentReceived = event<DocumentNews>('document.received');
export const documentAccepted = event<DocumentNews>('document.accepted');
export const documentRefused = event<DocumentNews>('document.refused');

import {
  type DocumentForStaff,
  type DocumentList,
  type DocumentView,
  maxDocuments,
} from '@larkmere/contract/checks/document';
import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import { sql } from 'kysely';
import { canUseAccountId } from '../../accounts/bank-account/bank-account.ts';
import type { Tx } from '../../platform/db/db.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import { isPaymentWithCompliance, readableBy } from '../../platform/requests/staff-rights.ts';
import type { Ctx, CustomerCtx, StaffCtx, Verb, Workflow } from '../../platform/requests/verb.ts';
import {
  type Document,
  findDocument,
  selectContent,
  selectDocuments,
  selectUnattachedDocuments,
} from './document.sql.ts';

export async function listDocuments(ctx: CustomerCtx, { id }: Readonly<{ id: string }>): Promise<DocumentList> {
  const payment = await requireOwnPayment(ctx, id);
  const documents = await selectDocuments(ctx.tx, id);
  const activeDocuments = documents.filter(({ state }) => state !== 'refused');
  return {
    list: documents.map(toDocumentView),
    canUpload: acceptsDocuments(payment.state) && activeDocuments.length < maxDocuments,
  };
}

export const listUnattachedDocuments: Verb<typeof contract.document.listUnattached> = async ({ tx, actor }) => {
  const documents = await selectUnattachedDocuments(tx, actor.customerId);
  const activeDocuments = documents.filter(({ state }) => state !== 'refused');
  return { list: documents.map(toDocumentView), canUpload: activeDocuments.length < maxDocuments };
};

const maxResults = 200;

export const showDocumentQueue: Verb<typeof contract.document.workQueue> = async (ctx, { payment }) => {
  return { list: (await selectDocumentsForStaff(ctx, { payment, most: maxResults })).map(toStaffView) };
};

export const toDocumentView = (d: Document): DocumentView => ({
  uid: d.id,
  type: d.type,
  name: d.name,
  mediaType: d.mediaType,
  size: d.sizeBytes,
  note: d.note,
  state: d.state,
  reason: d.reason,
  createdAt: d.createdAt.toISOString(),
});

export const toStaffView = (d: QueuedDocument): DocumentForStaff => ({
  ...toDocumentView(d),
  payment: { uid: d.paymentId, reference: d.paymentReference, state: d.paymentState },
  customer: { name: d.customerName, memberCode: d.memberCode },
});

export const openDocument: Workflow<typeof contract.document.download> = ({ transaction }, { uid }) =>
  transaction(async (ctx) => {
    const document = await findDocument(ctx.tx, uid);
    if (document?.purpose !== 'payment' || document.customerId !== ctx.actor.customerId) throw new Refusal('not_found');
    if (document.paymentId !== null) await requireOwnPayment(ctx, document.paymentId);
    return toFile(ctx, document);
  });

export const openDocumentForStaff: Workflow<typeof contract.document.downloadForStaff> = ({ transaction }, { uid }) =>
  transaction(async (ctx) => {
    const document = await findDocument(ctx.tx, uid);
    if (document?.paymentId == null || !(await mayReadDocument(ctx, uid))) throw new Refusal('not_found');
    const file = await toFile(ctx, document);
    await audit(ctx, 'document.viewed', `document:${uid}`, { payment: document.paymentId });
    return file;
  });

export async function toFile({ tx }: Ctx, { id, state, name, mediaType: type }: Document): Promise<File> {
  const bytes = state === 'received' || state === 'accepted' ? await selectContent(tx, id) : undefined;
  if (!bytes) throw new Refusal('invalid_transition', { reason: message('document_not_available') });
  return new File([new Uint8Array(bytes)], name, { type });
}

type DocumentPayment = Readonly<{
  id: string;
  customerId: string;
  accountId: string;
  userId: string;
  reference: string;
  state: string;
  payeeName: string;
  isSwift: boolean;
}>;

type QueuedDocument = Document &
  Readonly<{
    paymentId: string;
    paymentReference: string;
    paymentState: string;
    customerName: string;
    memberCode: string;
  }>;

export async function selectDocumentsForStaff(
  { tx, actor }: StaffCtx,
  { payment, id, most }: Readonly<{ payment?: string | undefined; id?: string; most: number }>,
): Promise<QueuedDocument[]> {
  const selected = id ? sql`d.id = ${id}` : payment ? sql`d.payment_id = ${payment}` : sql`d.state = 'received'`;
  const { rows } = await sql<QueuedDocument>`
    select d.*, p.reference as payment_reference, p.state as payment_state, c.name as customer_name, c.member_code
    from document.document d join payment.payment p on p.id = d.payment_id join customer.customer c on c.id = d.customer_id
    where ${selected} and ${readableBy(actor, isPaymentWithCompliance)} order by d.created_at, d.id limit ${most}`.execute(
    tx,
  );
  return rows;
}

/** False for a document of a payment that only compliance may see. */
export const mayReadDocument = async (ctx: StaffCtx, id: string): Promise<boolean> =>
  (await selectDocumentsForStaff(ctx, { id, most: 1 })).length > 0;

export const canAddDocument = (state: string, documentCount: number): boolean =>
  acceptsDocuments(state) && documentCount < maxDocuments;

const endedStates: readonly string[] = ['completed', 'returned', 'rejected', 'failed', 'cancelled', 'expired'];

/** Without the `payment` permission only SWIFT payments are visible. Throws `not_found` for any other payment. */
export async function requireOwnPayment(ctx: CustomerCtx, id: string): Promise<DocumentPayment> {
  const { tx, actor } = ctx;
  const payment = await selectDocumentPayment(tx, id);
  if (payment?.customerId !== actor.customerId || !(await canUseAccountId(ctx, payment.accountId)))
    throw new Refusal('not_found');
  if (!payment.isSwift && !actor.access.has('payment')) throw new Refusal('not_found');
  return payment;
}

export const acceptsDocuments = (state: string): boolean => !endedStates.includes(state);

export async function selectDocumentPayment(tx: Tx, id: string): Promise<DocumentPayment | undefined> {
  const { rows } = await sql<DocumentPayment>`
    select id, customer_id, account_id, user_id, reference, state, payee_name,
      kind in ('swift', 'global_same', 'global_cross') as is_swift
    from payment.payment where id = ${id}`.execute(tx);
  return rows[0];
}

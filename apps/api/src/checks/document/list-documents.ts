import {
  type DocumentForStaff,
  type DocumentList,
  type DocumentView,
  maxDocuments,
} from '@larkmere/contract/checks/document';
import type { contract } from '@larkmere/contract/contract';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { type QueuedDocument, selectDocumentsForStaff } from './document.read.ts';
import { type Document, selectDocuments, selectUnattachedDocuments } from './document.sql.ts';
import { acceptsDocuments, requireOwnPayment } from './require-own-payment.ts';

export async function listDocuments(ctx: CustomerCtx, { id }: Readonly<{ id: string }>): Promise<DocumentList> {
  const payment = await requireOwnPayment(ctx, id);
  const documents = await selectDocuments(ctx.tx, id);
  const kept = documents.filter(({ state }) => state !== 'refused');
  return {
    list: documents.map(toDocumentView),
    canUpload: acceptsDocuments(payment.state) && kept.length < maxDocuments,
  };
}

export const listUnattachedDocuments: Verb<typeof contract.document.listUnattached> = async ({ tx, actor }) => {
  const documents = await selectUnattachedDocuments(tx, actor.customerId);
  const kept = documents.filter(({ state }) => state !== 'refused');
  return { list: documents.map(toDocumentView), canUpload: kept.length < maxDocuments };
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

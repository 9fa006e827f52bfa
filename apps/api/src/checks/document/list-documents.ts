import {
  type DocumentForStaff,
  type DocumentList,
  type DocumentView,
  maxDocuments,
} from '@larkmere/contract/checks/document';
import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, CustomerCtx, Verb, Workflow } from '../../platform/requests/verb.ts';
import { mayReadDocument, type QueuedDocument, selectDocumentsForStaff } from './document.read.ts';
import {
  type Document,
  findDocument,
  selectContent,
  selectDocuments,
  selectUnattachedDocuments,
} from './document.sql.ts';
import { acceptsDocuments, requireOwnPayment } from './require-own-payment.ts';

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

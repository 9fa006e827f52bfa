import type { CardDocumentView } from '@larkmere/contract/cards/card-payment';
import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import {
  type Document,
  findDocuments,
  openCardDocument,
  storeCardDocument,
  withdrawCardDocument,
} from '../../checks/document/document.ts';
import type { Tx } from '../../platform/db/db.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb, Workflow } from '../../platform/requests/verb.ts';
import { requireVisibleCard } from '../issued-card/issued-card.ts';
import { type CardPayment, lockPayment, selectPayment } from './card-payment.sql.ts';
import {
  type DocumentLink,
  deleteDocumentLink,
  insertDocumentLink,
  selectDocumentLink,
  selectDocumentLinks,
} from './dispute.sql.ts';

const maxDocuments = 10;

export type CardDocument = Readonly<{ link: DocumentLink; document: Document }>;

export async function documentsOf(tx: Tx, paymentIds: readonly string[]): Promise<CardDocument[]> {
  const links = await selectDocumentLinks(tx, paymentIds);
  if (links.length === 0) return [];
  const documents = await findDocuments(
    tx,
    links.map(({ documentId }) => documentId),
  );
  return documents.flatMap((document) => {
    const link = links.find(({ documentId }) => documentId === document.id);
    return link ? [{ link, document }] : [];
  });
}

export const toCardDocument = ({ link, document }: CardDocument): CardDocumentView => ({
  uid: document.id,
  purpose: link.purpose,
  name: document.name,
  size: document.sizeBytes,
  state: document.state,
  reason: document.reason,
  canRemove: canRemove({ link, document }),
  createdAt: document.createdAt.toISOString(),
});

const canRemove = ({ link, document }: CardDocument): boolean =>
  link.disputeId === null && ['received', 'refused'].includes(document.state);

export const addCardDocument: Verb<typeof contract.cardPayment.addDocument> = async (ctx, { id, purpose, file }) => {
  const payment = await requireVisiblePayment(ctx, id, 'lock');
  const { customerId, userId } = ctx.actor;
  const before = await documentsOf(ctx.tx, [payment.id]);
  if (before.length >= maxDocuments)
    throw new Refusal('file_rejected', { reason: message('card_document_limit', { max: maxDocuments }) });
  const others = before.filter(({ link }) => link.purpose === purpose).map(({ document }) => document);
  const document = await storeCardDocument(ctx, { customerId, userId, file }, others);
  const link = { documentId: document.id, paymentId: payment.id, purpose, disputeId: null, addedBy: userId };
  await insertDocumentLink(ctx.tx, link);
  await audit(ctx, 'card_payment.document_added', `card-payment:${payment.id}`, { document: document.id, purpose });
  return toCardDocument({ link, document });
};

export const openCardPaymentDocument: Workflow<typeof contract.cardPayment.openDocument> = ({ transaction }, { uid }) =>
  transaction(async (ctx) => {
    await requireDocument(ctx, uid);
    return openCardDocument(ctx, uid);
  });

export const removeCardDocument: Verb<typeof contract.cardPayment.removeDocument> = async (ctx, { uid }) => {
  const found = await requireDocument(ctx, uid, 'lock');
  if (!canRemove(found)) throw new Refusal('invalid_transition');
  await withdrawCardDocument(ctx, uid);
  await deleteDocumentLink(ctx.tx, uid);
  await audit(ctx, 'card_payment.document_removed', `card-payment:${found.link.paymentId}`, { document: uid });
  return null;
};

async function requireDocument(ctx: CustomerCtx, uid: string, mode?: 'lock'): Promise<CardDocument> {
  const link = await selectDocumentLink(ctx.tx, uid);
  if (!link) throw new Refusal('not_found');
  const payment = await requireVisiblePayment(ctx, link.paymentId, mode);
  const found = (await documentsOf(ctx.tx, [payment.id])).find(({ document }) => document.id === uid);
  if (!found) throw new Refusal('not_found');
  return found;
}

/** A payment is seen by those who see its card. Refuses `not_found`. */
export async function requireVisiblePayment(ctx: CustomerCtx, id: string, mode?: 'lock'): Promise<CardPayment> {
  const payment = await (mode === 'lock' ? lockPayment(ctx.tx, id) : selectPayment(ctx.tx, id));
  if (payment?.customerId !== ctx.actor.customerId) throw new Refusal('not_found');
  await requireVisibleCard(ctx, payment.cardId);
  return payment;
}

import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { CardPaymentDispute, CardPaymentDocument } from '../../platform/db/schema.gen.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import type { Erasure } from '../../platform/requests/erasure.ts';

export type Dispute = Readonly<Selectable<CardPaymentDispute>>;
export type DisputeUpdate = Updateable<CardPaymentDispute>;
export type DocumentLink = Readonly<Selectable<CardPaymentDocument>>;

/** Undefined while another dispute of the payment is open. */
export const insertDispute = (tx: Tx, dispute: Insertable<CardPaymentDispute>): Promise<Dispute | undefined> =>
  tx
    .insertInto('card_payment.dispute')
    .values(dispute)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

export const lockDispute = (tx: Tx, id: string): Promise<Dispute | undefined> =>
  tx.selectFrom('card_payment.dispute').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

export const selectDisputes = (tx: Tx, paymentIds: readonly string[]): Promise<Dispute[]> =>
  tx
    .selectFrom('card_payment.dispute')
    .selectAll()
    .where('paymentId', '=', sql<string>`any(${paymentIds}::uuid[])`)
    .orderBy('openedAt', 'desc')
    .execute();

export async function updateDispute(tx: Tx, id: string, change: DisputeUpdate): Promise<void> {
  await tx.updateTable('card_payment.dispute').set(change).where('id', '=', id).execute();
}

export async function insertDocumentLink(tx: Tx, link: Insertable<CardPaymentDocument>): Promise<void> {
  await tx.insertInto('card_payment.document').values(link).execute();
}

export const selectDocumentLinks = (tx: Tx, paymentIds: readonly string[]): Promise<DocumentLink[]> =>
  tx
    .selectFrom('card_payment.document')
    .selectAll()
    .where('paymentId', '=', sql<string>`any(${paymentIds}::uuid[])`)
    .execute();

export const selectDocumentLink = (tx: Tx, documentId: string): Promise<DocumentLink | undefined> =>
  tx.selectFrom('card_payment.document').selectAll().where('documentId', '=', documentId).executeTakeFirst();

export async function deleteDocumentLink(tx: Tx, documentId: string): Promise<void> {
  await tx.deleteFrom('card_payment.document').where('documentId', '=', documentId).execute();
}

/** Evidence that was added since goes along with the dispute. */
export async function attachEvidence(tx: Tx, paymentId: string, disputeId: string): Promise<void> {
  await tx
    .updateTable('card_payment.document')
    .set({ disputeId })
    .where('paymentId', '=', paymentId)
    .where('purpose', '=', 'evidence')
    .where('disputeId', 'is', null)
    .execute();
}

export async function eraseDisputeNotes(tx: Tx, customerId: string): Promise<void> {
  await tx.updateTable('card_payment.dispute').set({ note: 'Erased' }).where('customerId', '=', customerId).execute();
}

/** What was disputed and how it ended stays with the payment. Its documents are erased with all documents. */
export const eraseDisputes: TransactionalHandler<Erasure> = async ({ tx }, { payload: { customerId, extent } }) => {
  if (extent === 'wholly') await eraseDisputeNotes(tx, customerId);
};

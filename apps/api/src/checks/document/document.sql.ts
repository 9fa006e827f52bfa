import { type Insertable, type Selectable, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { DocumentDocument } from '../../platform/db/schema.gen.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import type { Erasure } from '../../platform/requests/erasure.ts';

type NewDocument = Omit<Insertable<DocumentDocument>, 'state' | 'reason' | 'createdAt'>;

export async function insertDocument(tx: Tx, document: NewDocument, bytes: Buffer): Promise<Document | undefined> {
  const row = await tx
    .insertInto('document.document')
    .values(document)
    .onConflict((conflict) => conflict.doNothing()) // a generic plan does not match a conflict target with a condition
    .returningAll()
    .executeTakeFirst();
  if (row) await tx.insertInto('document.content').values({ documentId: row.id, bytes }).execute();
  return row;
}

export const selectDocuments = (tx: Tx, paymentId: string): Promise<Document[]> =>
  tx
    .selectFrom('document.document')
    .selectAll()
    .where('paymentId', '=', paymentId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();

export const selectUnattachedDocuments = (tx: Tx, customerId: string): Promise<Document[]> =>
  tx
    .selectFrom('document.document')
    .selectAll()
    .where('customerId', '=', customerId)
    .where('paymentId', 'is', null)
    .where('purpose', '=', 'payment')
    .where('createdAt', '>', sql<Date>`now() - interval '2 days'`)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();

export const lockDocuments = (tx: Tx, ids: readonly string[]): Promise<Document[]> =>
  tx
    .selectFrom('document.document')
    .selectAll()
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute();

export async function attachToPayment(tx: Tx, paymentId: string, ids: readonly string[]): Promise<void> {
  await tx
    .updateTable('document.document')
    .set({ paymentId })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}

async function selectDocumentTypes(tx: Tx, paymentIds: readonly string[]): Promise<UploadedTypes[]> {
  const { rows } = await sql<UploadedTypes>`
    select payment_id, array_agg(distinct type) as types, count(*)::int as kept,
      coalesce(array_agg(distinct type) filter (where state in ('received', 'accepted')), '{}') as checked
    from document.document where payment_id = any(${paymentIds}::uuid[]) and state <> 'refused'
    group by payment_id`.execute(tx);
  return rows;
}
type UploadedTypes = Readonly<{ paymentId: string; types: string[]; checked: string[]; kept: number }>;

export const findDocument = (tx: Tx, id: string): Promise<Document | undefined> =>
  tx.selectFrom('document.document').selectAll().where('id', '=', id).executeTakeFirst();

export const findDocuments = (tx: Tx, ids: readonly string[]): Promise<Document[]> =>
  tx
    .selectFrom('document.document')
    .selectAll()
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();

export const lockDocument = (tx: Tx, id: string): Promise<Document | undefined> =>
  tx.selectFrom('document.document').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export async function selectContent(tx: Tx, id: string): Promise<Buffer | undefined> {
  const row = await tx.selectFrom('document.content').select('bytes').where('documentId', '=', id).executeTakeFirst();
  return row?.bytes;
}

export async function deleteContent(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('document.content').where('documentId', '=', id).execute();
}

export type Document = Readonly<Selectable<DocumentDocument>>;

/** The law requires documents of payments for five years. Their record stays, without the name of the file. */
export const eraseDocuments: TransactionalHandler<Erasure> = async ({ tx }, { payload: { customerId, extent } }) => {
  if (extent === 'partly') return;
  await sql`delete from document.content where document_id in
    (select id from document.document where customer_id = ${customerId})`.execute(tx);
  await sql`update document.document set name = 'Erased' where customer_id = ${customerId}`.execute(tx);
};

export async function uploadedTypesByPayment(
  tx: Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Readonly<{ types: readonly string[]; checked: readonly string[]; kept: number }>>> {
  const rows = ids.length > 0 ? await selectDocumentTypes(tx, ids) : [];
  return new Map(rows.map((row) => [row.paymentId, row]));
}

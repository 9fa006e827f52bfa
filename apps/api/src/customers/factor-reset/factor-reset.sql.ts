import type { FactorResetItem } from '@larkmere/contract/customers/factor-reset';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { FactorResetRequest } from '../../platform/db/schema.gen.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import type { RowOf } from '../../platform/lifecycle/lifecycle.ts';
import type { Erasure } from '../../platform/requests/erasure.ts';

export type ResetRow = RowOf<'factor_reset.request'>;

/** Two links for one person at once belong to one request. */
export const lockPerson = (tx: Tx, userId: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended('factor_reset:' || ${userId}::text, 0))`.execute(tx);

export const insertRequest = (tx: Tx, request: Insertable<FactorResetRequest>): Promise<ResetRow> =>
  tx.insertInto('factor_reset.request').values(request).returningAll().executeTakeFirstOrThrow();

export const extendRequest = (tx: Tx, id: string, change: Pick<Updateable<FactorResetRequest>, 'expiresAt'>) =>
  tx.updateTable('factor_reset.request').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

export const lockRequest = (tx: Tx, id: string): Promise<ResetRow | undefined> =>
  tx.selectFrom('factor_reset.request').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

const openRequest = (tx: Tx, userId: string) =>
  tx
    .selectFrom('factor_reset.request')
    .selectAll()
    .where('userId', '=', userId)
    .where('state', 'in', ['requested', 'submitted', 'approved']);

export const findOpenRequest = (tx: Tx, userId: string): Promise<ResetRow | undefined> =>
  openRequest(tx, userId).executeTakeFirst();

export const lockOpenRequest = (tx: Tx, userId: string): Promise<ResetRow | undefined> =>
  openRequest(tx, userId).forUpdate().executeTakeFirst();

type Link = Readonly<{ id: string; requestId: string; codeHash: Buffer }>;

export async function insertLink(tx: Tx, { id, requestId, codeHash }: Link): Promise<void> {
  await tx.insertInto('factor_reset.link').values({ id, requestId, codeHash }).execute();
}

export async function countRecentLinks(tx: Tx, userId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from factor_reset.link l join factor_reset.request r on r.id = l.request_id
    where r.user_id = ${userId} and l.sent_at > now() - interval '1 day'`.execute(tx);
  return rows[0]?.n ?? 0;
}

export async function findLink(tx: Tx, id: string): Promise<Link | undefined> {
  const row = await tx.selectFrom('factor_reset.link').selectAll().where('id', '=', id).executeTakeFirst();
  return row && { id: row.id, requestId: row.requestId, codeHash: row.codeHash };
}

export async function findLatestLink(tx: Tx, requestId: string): Promise<string> {
  const { id } = await tx
    .selectFrom('factor_reset.link')
    .select('id')
    .where('requestId', '=', requestId)
    .orderBy('sentAt', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  return id;
}

type Picture = Readonly<{ requestId: string; documentId: string; item: FactorResetItem }>;

export async function insertPicture(tx: Tx, { requestId, documentId, item }: Picture): Promise<void> {
  await tx.insertInto('factor_reset.document').values({ requestId, documentId, item }).execute();
}

export async function deletePicture(tx: Tx, documentId: string): Promise<void> {
  await tx.deleteFrom('factor_reset.document').where('documentId', '=', documentId).execute();
}

export async function selectPictures(tx: Tx, requestIds: readonly string[]): Promise<Picture[]> {
  const rows = await tx
    .selectFrom('factor_reset.document')
    .selectAll()
    .where('requestId', '=', sql<string>`any(${requestIds}::uuid[])`)
    .execute();
  return rows.map(({ requestId, documentId, item }) => ({
    requestId,
    documentId,
    item,
  }));
}

/** The pictures are documents of the customer and go with those. What was decided stays as codes. */
export const eraseFactorResets: TransactionalHandler<Erasure> = async ({ tx }, { payload: { people, extent } }) => {
  if (extent === 'partly' || people.length === 0) return;
  await sql`update factor_reset.request set note = 'Erased' where user_id = any(${people}::uuid[]) and note is not null`.execute(
    tx,
  );
};

import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { UpgradeAccountOrder, UpgradeRequest } from '../../platform/db/schema.gen.ts';

export type RequestRow = Readonly<Selectable<UpgradeRequest>>;
export type AccountOrderRow = Readonly<Selectable<UpgradeAccountOrder>>;

export const insertRequest = (tx: Tx, request: Insertable<UpgradeRequest>): Promise<RequestRow | undefined> =>
  tx
    .insertInto('upgrade.request')
    .values(request)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

export const lockRequest = (tx: Tx, id: string): Promise<RequestRow | undefined> =>
  tx.selectFrom('upgrade.request').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

export const updateRequest = (tx: Tx, id: string, change: Updateable<UpgradeRequest>): Promise<RequestRow> =>
  tx.updateTable('upgrade.request').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

export const findLastRequest = (tx: Tx, customerId: string): Promise<RequestRow | undefined> =>
  tx
    .selectFrom('upgrade.request')
    .selectAll()
    .where('customerId', '=', customerId)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();

export const findOpenRequests = (tx: Tx, most: number): Promise<RequestRow[]> =>
  tx
    .selectFrom('upgrade.request')
    .selectAll()
    .where('state', 'not in', ['done', 'refused'])
    .orderBy('createdAt')
    .limit(most)
    .execute();

export async function insertAccountOrders(tx: Tx, orders: readonly Insertable<UpgradeAccountOrder>[]): Promise<number> {
  if (orders.length === 0) return 0;
  const query = tx.insertInto('upgrade.account_order').values([...orders]);
  const written = await query.onConflict((conflict) => conflict.doNothing()).executeTakeFirst();
  return Number(written.numInsertedOrUpdatedRows ?? 0n);
}

export const findAccountOrders = (tx: Tx, requestId: string): Promise<AccountOrderRow[]> =>
  tx.selectFrom('upgrade.account_order').selectAll().where('requestId', '=', requestId).orderBy('currency').execute();

export async function recordBankResponse(
  tx: Tx,
  orderId: string,
  answer: Updateable<UpgradeAccountOrder>,
): Promise<void> {
  await tx
    .updateTable('upgrade.account_order')
    .set({ ...answer, respondedAt: sql`now()` })
    .where('orderId', '=', orderId)
    .where('respondedAt', 'is', null)
    .execute();
}

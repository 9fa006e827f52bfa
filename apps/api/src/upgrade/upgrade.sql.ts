import type { UpgradeState } from '@larkmere/contract/upgrade';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import type { Mover } from '../kernel/mover.ts';
import type { UpgradeAccount, UpgradeRequest } from '../kernel/schema.gen.ts';

export type RequestRow = Readonly<Omit<Selectable<UpgradeRequest>, 'state'> & { state: UpgradeState }>;
export type OrderRow = Readonly<Selectable<UpgradeAccount>>;
export type Transition = Readonly<{ request_id: string; state: string; at: Date }>;

const asRequests = (rows: readonly Selectable<UpgradeRequest>[]): RequestRow[] => rows as unknown as RequestRow[];

export async function insertRequest(tx: Tx, request: Insertable<UpgradeRequest>): Promise<RequestRow | undefined> {
  const rows = await tx
    .insertInto('upgrade.request')
    .values(request)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .execute();
  return asRequests(rows)[0];
}

export async function lockRequest(tx: Tx, id: string): Promise<RequestRow | undefined> {
  const query = tx.selectFrom('upgrade.request').selectAll().where('id', '=', id).forNoKeyUpdate();
  return asRequests(await query.execute())[0];
}

export async function changeRequest(tx: Tx, id: string, change: Updateable<UpgradeRequest>): Promise<RequestRow> {
  const query = tx.updateTable('upgrade.request').set(change).where('id', '=', id).returningAll();
  return (await query.executeTakeFirstOrThrow()) as unknown as RequestRow;
}

export async function insertTransition(tx: Tx, { id, state }: RequestRow, mover: Mover): Promise<void> {
  await sql`insert into upgrade.transition (request_id, seq, state, actor_kind, actor_id)
    select ${id}, coalesce(max(seq), 0) + 1, ${state}, ${mover.kind}, ${mover.id}
    from upgrade.transition where request_id = ${id}`.execute(tx);
}

export const transitionsOf = (tx: Tx, requestIds: readonly string[]): Promise<Transition[]> =>
  tx
    .selectFrom('upgrade.transition')
    .select(['request_id', 'state', 'at'])
    .where('request_id', '=', sql<string>`any(${requestIds}::uuid[])`)
    .orderBy('request_id')
    .orderBy('seq')
    .execute();

export async function lastRequest(tx: Tx, customerId: string): Promise<RequestRow | undefined> {
  const query = tx.selectFrom('upgrade.request').selectAll().where('customer_id', '=', customerId);
  return asRequests(await query.orderBy('created_at', 'desc').limit(1).execute())[0];
}

export async function requestsUnderWay(tx: Tx, most: number): Promise<RequestRow[]> {
  const query = tx.selectFrom('upgrade.request').selectAll().where('state', 'not in', ['done', 'refused']);
  return asRequests(await query.orderBy('created_at').limit(most).execute());
}

type Setting = Readonly<{ gap_days: number; review_days: number; opening_hours: number }>;

export const settingNow = (tx: Tx): Promise<Setting> =>
  tx
    .selectFrom('upgrade.setting')
    .select(['gap_days', 'review_days', 'opening_hours'])
    .where('effective_from', '<=', sql<Date>`now()`)
    .orderBy('effective_from', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();

export async function insertOrders(tx: Tx, orders: readonly Insertable<UpgradeAccount>[]): Promise<number> {
  if (orders.length === 0) return 0;
  const query = tx.insertInto('upgrade.account').values([...orders]);
  const written = await query.onConflict((conflict) => conflict.doNothing()).executeTakeFirst();
  return Number(written.numInsertedOrUpdatedRows ?? 0n);
}

export const ordersOf = (tx: Tx, requestId: string): Promise<OrderRow[]> =>
  tx.selectFrom('upgrade.account').selectAll().where('request_id', '=', requestId).orderBy('currency').execute();

export async function enterAnswer(tx: Tx, orderId: string, answer: Updateable<UpgradeAccount>): Promise<void> {
  await tx
    .updateTable('upgrade.account')
    .set({ ...answer, answered_at: sql`now()` })
    .where('order_id', '=', orderId)
    .where('answered_at', 'is', null)
    .execute();
}

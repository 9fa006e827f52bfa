import type { UpgradeState } from '@larkmere/contract/customers/upgrade';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { UpgradeAccountOrder, UpgradeRequest } from '../../platform/db/schema.gen.ts';
import type { ActorRef } from '../../platform/requests/actor-ref.ts';

export type RequestRow = Readonly<Omit<Selectable<UpgradeRequest>, 'state'> & { state: UpgradeState }>;
export type AccountOrderRow = Readonly<Selectable<UpgradeAccountOrder>>;
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

export async function updateRequest(tx: Tx, id: string, change: Updateable<UpgradeRequest>): Promise<RequestRow> {
  const query = tx.updateTable('upgrade.request').set(change).where('id', '=', id).returningAll();
  return (await query.executeTakeFirstOrThrow()) as unknown as RequestRow;
}

export async function insertTransition(tx: Tx, { id, state }: RequestRow, mover: ActorRef): Promise<void> {
  await sql`insert into upgrade.transition (request_id, seq, state, actor_kind, actor_id)
    select ${id}, coalesce(max(seq), 0) + 1, ${state}, ${mover.kind}, ${mover.id}
    from upgrade.transition where request_id = ${id}`.execute(tx);
}

export const findTransitions = (tx: Tx, requestIds: readonly string[]): Promise<Transition[]> =>
  tx
    .selectFrom('upgrade.transition')
    .select(['request_id', 'state', 'at'])
    .where('request_id', '=', sql<string>`any(${requestIds}::uuid[])`)
    .orderBy('request_id')
    .orderBy('seq')
    .execute();

export async function findLastRequest(tx: Tx, customerId: string): Promise<RequestRow | undefined> {
  const query = tx.selectFrom('upgrade.request').selectAll().where('customer_id', '=', customerId);
  return asRequests(await query.orderBy('created_at', 'desc').limit(1).execute())[0];
}

export async function findOpenRequests(tx: Tx, most: number): Promise<RequestRow[]> {
  const query = tx.selectFrom('upgrade.request').selectAll().where('state', 'not in', ['done', 'refused']);
  return asRequests(await query.orderBy('created_at').limit(most).execute());
}

type Setting = Readonly<{ kyc_gap_days: number; review_days: number; account_opening_hours: number }>;

export const currentSetting = (tx: Tx): Promise<Setting> =>
  tx
    .selectFrom('upgrade.setting')
    .select(['kyc_gap_days', 'review_days', 'account_opening_hours'])
    .where('effective_from', '<=', sql<Date>`now()`)
    .orderBy('effective_from', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();

export async function insertAccountOrders(tx: Tx, orders: readonly Insertable<UpgradeAccountOrder>[]): Promise<number> {
  if (orders.length === 0) return 0;
  const query = tx.insertInto('upgrade.account_order').values([...orders]);
  const written = await query.onConflict((conflict) => conflict.doNothing()).executeTakeFirst();
  return Number(written.numInsertedOrUpdatedRows ?? 0n);
}

export const findAccountOrders = (tx: Tx, requestId: string): Promise<AccountOrderRow[]> =>
  tx.selectFrom('upgrade.account_order').selectAll().where('request_id', '=', requestId).orderBy('currency').execute();

export async function recordBankResponse(
  tx: Tx,
  orderId: string,
  answer: Updateable<UpgradeAccountOrder>,
): Promise<void> {
  await tx
    .updateTable('upgrade.account_order')
    .set({ ...answer, responded_at: sql`now()` })
    .where('order_id', '=', orderId)
    .where('responded_at', 'is', null)
    .execute();
}

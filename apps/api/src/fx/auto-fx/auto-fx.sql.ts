import type { AutoFxState, AutoFxTerms, PaymentOnFill } from '@larkmere/contract/fx/auto-fx';
import { formatAmount, money } from '@larkmere/money/money';
import { type Rate, readRate } from '@larkmere/money/rate';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { isUsableBankholder } from '../../accounts/bank-account/bank-account.ts';
import { columnJson } from '../../platform/db/column-names.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { AutoFxAutoOrder } from '../../platform/db/schema.gen.ts';
import type { MemberCtx } from '../../platform/requests/verb.ts';
import type { AutoFxOrder } from './auto-fx.ts';
import { withTriggeredState } from './order-trigger.sql.ts';

/** An order with a trigger is stored as active. */
export type StoredOrderRow = Readonly<Selectable<AutoFxAutoOrder>>;
export type StoredOrderState = StoredOrderRow['state'];
export type OrderRow = Omit<StoredOrderRow, 'state'> & Readonly<{ state: AutoFxState }>;
export type OrderColumns = Insertable<AutoFxAutoOrder>;

export const insertOrder = (tx: Tx, order: OrderColumns): Promise<StoredOrderRow> =>
  tx.insertInto('auto_fx.auto_order').values(order).returningAll().executeTakeFirstOrThrow();

export async function insertVersion(tx: Tx, order: OrderRow, terms: object, userId: string): Promise<void> {
  const { id: orderId, version } = order;
  await tx
    .insertInto('auto_fx.version')
    .values({ orderId, version, terms: JSON.stringify(terms), userId })
    .execute();
}

export async function findTerms(tx: Tx, { id, version }: OrderVersion): Promise<AutoFxTerms> {
  const { terms } = await tx
    .selectFrom('auto_fx.version')
    .select('terms')
    .where('orderId', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return terms;
}

type OrderVersion = Readonly<{ id: string; version: number }>;

export async function findAfterFills(tx: Tx, orders: readonly OrderVersion[]): Promise<Map<string, PaymentOnFill>> {
  const { rows } = await sql<{ id: string; afterFill: PaymentOnFill }>`
    select v.order_id as id, v.terms->'afterFill' as after_fill
    from unnest(${orders.map(({ id }) => id)}::uuid[], ${orders.map(({ version }) => version)}::int[]) as o (id, version)
      join auto_fx.version v on v.order_id = o.id and v.version = o.version
    where jsonb_typeof(v.terms->'afterFill') = 'object'`.execute(tx);
  return new Map(rows.map(({ id, afterFill }) => [id, afterFill]));
}

export const lockOrderRow = (tx: Tx, id: string): Promise<StoredOrderRow | undefined> =>
  tx.selectFrom('auto_fx.auto_order').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

export async function lockOrder(tx: Tx, id: string): Promise<OrderRow | undefined> {
  const locked = await lockOrderRow(tx, id);
  const [row] = await withTriggeredState(tx, locked ? [locked] : []);
  return row;
}

export const updateOrder = (tx: Tx, id: string, change: Updateable<AutoFxAutoOrder>): Promise<StoredOrderRow> =>
  tx
    .updateTable('auto_fx.auto_order')
    .set({ ...change, changedAt: sql`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Serialises one customer's orders, so that two requests cannot both take the last free place. */
export async function countOpenOrders(tx: Tx, customerId: string, over: readonly AutoFxState[]): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`auto_fx:${customerId}`}, 0))`.execute(tx);
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from auto_fx.auto_order
    where customer_id = ${customerId} and state <> all(${over}::text[])`.execute(tx);
  return rows[0]?.n ?? 0;
}

export const findOrders = async (tx: Tx, reader: MemberCtx['actor'], over: readonly AutoFxState[], most: number) =>
  withTriggeredState(
    tx,
    await tx
      .selectFrom('auto_fx.auto_order')
      .selectAll()
      .where('customerId', '=', reader.customerId)
      .where(isUsableBankholder(sql`source_bankholder_id`, reader))
      .where(isUsableBankholder(sql`target_bankholder_id`, reader))
      .orderBy(sql`state = any(${over}::text[])`)
      .orderBy('createdAt', 'desc')
      .limit(most)
      .execute(),
  );

export type OrderUpdate = Readonly<
  Pick<
    StoredOrderRow,
    | 'id'
    | 'state'
    | 'runs'
    | 'attempts'
    | 'nextRunAt'
    | 'retryAt'
    | 'failureCode'
    | 'failureMessage'
    | 'failureMissing'
    | 'failedAt'
    | 'holdId'
    | 'heldMinor'
  >
>;

export async function updateOrders(tx: Tx, outcomes: readonly OrderUpdate[]): Promise<void> {
  await sql`
    update auto_fx.auto_order o set state = r.state, runs = r.runs, attempts = r.attempts, next_run_at = r.next_run_at,
      retry_at = r.retry_at, failure_code = r.failure_code, failure_message = r.failure_message,
      failure_missing = r.failure_missing, failed_at = r.failed_at, hold_id = r.hold_id, held_minor = r.held_minor,
      changed_at = now()
    from jsonb_to_recordset(${columnJson(outcomes)}::jsonb) as r (id uuid, state text,
      runs int, attempts int, next_run_at timestamptz, retry_at timestamptz, failure_code text, failure_message text,
      failure_missing text, failed_at timestamptz, hold_id uuid, held_minor bigint)
    where o.id = r.id`.execute(tx);
}

type NewFill = Readonly<{
  orderId: string;
  run: number;
  version: number;
  customerId: string;
  conversionId: string;
  tickId: bigint | null;
}>;

export async function insertFills(tx: Tx, fills: readonly NewFill[]): Promise<void> {
  if (fills.length === 0) return;
  await sql`
    insert into auto_fx.fill (order_id, run, version, customer_id, conversion_id, rate_snapshot_id)
    select order_id, run, version, customer_id, conversion_id, tick_id
    from jsonb_to_recordset(${columnJson(fills)}::jsonb) as f (order_id uuid, run int,
      version int, customer_id uuid, conversion_id uuid, tick_id bigint)`.execute(tx);
}

export async function reactivateWaitingOrders(tx: Tx, serviceOn: boolean): Promise<void> {
  await sql`
    update auto_fx.auto_order set state = 'active', retry_at = null, changed_at = now()
    where (state in ('failed_retryable', 'held_offhours') and retry_at <= now())
      or (${serviceOn} and state = 'held_service_off')`.execute(tx);
}

/** An order that triggered before its last day is still filled, so it is left out. */
export const lockExpiredOrders = (
  tx: Tx,
  states: readonly StoredOrderState[],
  most: number,
): Promise<StoredOrderRow[]> =>
  tx
    .selectFrom('auto_fx.auto_order')
    .selectAll()
    .where('state', 'in', [...states])
    .where('validUntil', '<=', sql<Date>`now()`)
    .where(sql<boolean>`not exists (select from auto_fx.order_trigger f where f.order_id = auto_order.id)`)
    .orderBy('validUntil')
    .limit(most)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();

export async function claimOrdersToRemind(tx: Tx, days: number, most: number): Promise<StoredOrderRow[]> {
  const { rows } = await sql<StoredOrderRow>`
    update auto_fx.auto_order set reminded_at = now()
    where id in (select id from auto_fx.auto_order where state in ('active', 'paused') and valid_until is null
      and reminded_at <= now() - ${days} * interval '1 day' order by reminded_at limit ${most} for no key update skip locked)
    returning *`.execute(tx);
  return rows;
}

function readTarget({ sell, buy, target, targetBase: base }: OrderRow): Rate | undefined {
  if (target === null || base === null) return undefined;
  return readRate(base, base === sell ? buy : sell, target);
}

export function orderFromRow(row: OrderRow): AutoFxOrder {
  const [sell, buy] = [row.sell, row.buy];
  const fixed = row.amountMode === 'fixed_buy' ? buy : sell;
  return {
    id: row.id,
    reference: row.reference,
    customerId: row.customerId,
    userId: row.userId,
    tier: row.tier,
    version: row.version,
    state: row.state,
    type: row.type,
    amountMode: row.amountMode,
    sell,
    buy,
    from: row.fromAccount,
    to: row.toAccount,
    toBankholderId: row.targetBankholderId,
    amount: row.amountMinor === null ? undefined : money(fixed, row.amountMinor),
    floor: row.floorMinor === null ? undefined : money(sell, row.floorMinor),
    target: readTarget(row),
    direction: row.direction ?? undefined,
    slippageBps: row.slippageBps,
    hold: row.holdId && row.heldMinor !== null ? { id: row.holdId, amount: money(sell, row.heldMinor) } : undefined,
    repeat: row.repeat,
    startsAt: row.startsAt ?? undefined,
    nextRunAt: row.nextRunAt ?? undefined,
    validUntil: row.validUntil ?? undefined,
    remindedAt: row.remindedAt,
    offHours: row.offHours,
    runs: row.runs,
    attempts: row.attempts,
    isApproved: row.isApproved,
  };
}

export const failureFromRow = ({ failureCode, failureMessage }: Pick<OrderRow, 'failureCode' | 'failureMessage'>) =>
  failureCode === null ? null : { code: failureCode, message: failureMessage ?? '' };

const trimRate = (text: string): string => text.replace(/(\.\d{4}\d*?)0+$/, '$1');

export const formatPercent = (basisPoints: number): string =>
  `${Math.floor(basisPoints / 100)}.${String(basisPoints % 100).padStart(2, '0')}`;

export function termsFromRow(row: OrderRow, afterFill: PaymentOnFill | undefined): AutoFxTerms {
  const order = orderFromRow(row);
  const { validUntil } = order;
  return {
    type: order.type,
    sourceBankholderId: row.sourceBankholderId,
    targetBankholderId: row.targetBankholderId,
    sell: order.sell,
    buy: order.buy,
    amountMode: order.amountMode,
    amount: order.amount ? formatAmount(order.amount) : null,
    floor: order.floor ? formatAmount(order.floor) : null,
    targetRate: row.target === null ? null : trimRate(row.target),
    targetBase: row.targetBase,
    maxSlippagePct: formatPercent(row.slippageBps),
    reserve: row.reserve,
    validUntil: validUntil ? new Date(validUntil.getTime() - 1).toISOString().slice(0, 10) : null,
    startsAt: row.startsAt?.toISOString() ?? null,
    repeat: order.repeat,
    offHours: order.offHours,
    afterFill: afterFill ?? null,
  };
}

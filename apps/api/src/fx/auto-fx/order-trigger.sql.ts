import type { TargetBounds } from '@larkmere/money/target-bounds';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { OrderRow, StoredOrderRow } from './auto-fx.sql.ts';

export type Pair = Readonly<Pick<StoredOrderRow, 'sell' | 'buy' | 'tier'>>;

/** Serialises triggering: a second worker sees what the first one triggered. */
export async function lockTriggering(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('auto_fx.decide', 0))`.execute(tx);
}

export async function activePairs(tx: Tx): Promise<Pair[]> {
  // A loose index scan reads one row per pair instead of every order.
  const { rows } = await sql<Pair>`
    with recursive step as (
      (select sell, buy, tier from auto_fx.auto_order where state = 'active' and target is not null
       order by sell, buy, tier limit 1)
      union all
      select later.* from step cross join lateral (
        select o.sell, o.buy, o.tier from auto_fx.auto_order o
        where o.state = 'active' and o.target is not null and (o.sell, o.buy, o.tier) > (step.sell, step.buy, step.tier)
        order by o.sell, o.buy, o.tier limit 1) later
    ) select * from step`.execute(tx);
  return rows;
}

export type RateSnapshot = Pair & TargetBounds & Readonly<{ mid: string; marginBps: number; offHours: boolean }>;

/**
 * One statement with one index range per direction and target currency, so the cost does not grow with the orders that
 * wait.
 */
export async function triggerAtTarget(tx: Tx, tick: RateSnapshot): Promise<number> {
  const { sell, buy, tier, mid, marginBps, offHours, sold, bought } = tick;
  const { numAffectedRows } = await sql`
    with reached as materialized (
      select o.id from auto_fx.auto_order o
      where o.state = 'active' and o.sell = ${sell} and o.buy = ${buy} and o.tier = ${tier} and o.target is not null
        and ((o.target_base = ${sell} and o.direction = 'rises_to' and o.target <= ${sold.down}::numeric)
          or (o.target_base = ${sell} and o.direction = 'falls_to' and o.target >= ${sold.up}::numeric)
          or (o.target_base = ${buy} and o.direction = 'rises_to' and o.target <= ${bought.down}::numeric)
          or (o.target_base = ${buy} and o.direction = 'falls_to' and o.target >= ${bought.up}::numeric))
        and not exists (select from auto_fx.order_trigger f where f.order_id = o.id)
    ), tick as (
      insert into auto_fx.rate_snapshot (sell, buy, tier, mid, margin_bps, off_hours)
      select ${sell}, ${buy}, ${tier}, ${mid}::numeric, ${marginBps}, ${offHours} where exists (select from reached)
      returning id
    )
    insert into auto_fx.order_trigger (order_id, rate_snapshot_id) select reached.id, tick.id from reached cross join tick
    order by reached.id`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

export async function triggerDue(tx: Tx): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into auto_fx.order_trigger (order_id)
    select o.id from auto_fx.auto_order o
    where o.state = 'active' and o.target is null and o.next_run_at <= now()
      and not exists (select from auto_fx.order_trigger f where f.order_id = o.id)
    order by o.next_run_at, o.id`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

export type TriggeredOrder = StoredOrderRow &
  Readonly<{
    place: bigint;
    rateSnapshotId: bigint | null;
    mid: string | null;
    marginBps: number | null;
    closedThen: boolean | null;
    decidedAt: Date | null;
  }>;

export async function lockTriggeredOrders(tx: Tx, most: number): Promise<TriggeredOrder[]> {
  const { rows } = await sql<TriggeredOrder>`
    select o.*, f.place, f.rate_snapshot_id, t.mid, t.margin_bps, t.off_hours as closed_then, t.decided_at
    from auto_fx.order_trigger f
      join auto_fx.auto_order o on o.id = f.order_id
      left join auto_fx.rate_snapshot t on t.id = f.rate_snapshot_id
    order by f.place limit ${most}
    for no key update of f, o skip locked`.execute(tx);
  return rows;
}

export async function deleteTriggers(tx: Tx, places: readonly bigint[]): Promise<void> {
  await sql`delete from auto_fx.order_trigger where place = any(${places.map(String)}::bigint[])`.execute(tx);
}

export async function deleteOrderTrigger(tx: Tx, orderId: string): Promise<void> {
  await sql`delete from auto_fx.order_trigger where order_id = ${orderId}`.execute(tx);
}

export async function withTriggeredState(tx: Tx, rows: readonly StoredOrderRow[]): Promise<OrderRow[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const { rows: fired } = await sql<{ id: string }>`
    select order_id as id from auto_fx.order_trigger where order_id = any(${ids}::uuid[])`.execute(tx);
  const among = new Set(fired.map(({ id }) => id));
  return rows.map((row) => (among.has(row.id) ? { ...row, state: 'triggered' } : row));
}

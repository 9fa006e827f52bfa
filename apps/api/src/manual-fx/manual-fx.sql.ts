import type { DealState } from '@larkmere/contract/manual-fx';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import type { Mover } from '../kernel/mover.ts';
import type { ManualFxDeal, ManualFxQuote } from '../kernel/schema.gen.ts';

export type DealRow = Readonly<Selectable<ManualFxDeal>>;
export type QuoteRow = Readonly<Selectable<ManualFxQuote>>;
export type Transition = Readonly<{ deal_id: string; state: string; at: Date }>;

export const insertDeal = (tx: Tx, deal: Insertable<ManualFxDeal>): Promise<DealRow> =>
  tx.insertInto('manual_fx.deal').values(deal).returningAll().executeTakeFirstOrThrow();

export const lockDeal = (tx: Tx, id: string): Promise<DealRow | undefined> =>
  tx.selectFrom('manual_fx.deal').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

export const changeDeal = (tx: Tx, id: string, change: Updateable<ManualFxDeal>): Promise<DealRow> =>
  tx.updateTable('manual_fx.deal').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

export async function insertTransition(tx: Tx, { id, state, quote_number }: DealRow, mover: Mover): Promise<void> {
  await sql`insert into manual_fx.transition (deal_id, seq, state, actor_kind, actor_id, quote_number)
    select ${id}, coalesce(max(seq), 0) + 1, ${state}, ${mover.kind}, ${mover.id}, ${quote_number}
    from manual_fx.transition where deal_id = ${id}`.execute(tx);
}

export const transitionsOf = (tx: Tx, dealIds: readonly string[]): Promise<Transition[]> =>
  tx
    .selectFrom('manual_fx.transition')
    .select(['deal_id', 'state', 'at'])
    .where('deal_id', '=', sql<string>`any(${dealIds}::uuid[])`)
    .orderBy('deal_id')
    .orderBy('seq')
    .execute();

export const dealsOf = (tx: Tx, customerId: string, most: number): Promise<DealRow[]> =>
  tx
    .selectFrom('manual_fx.deal')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute();

export const dealsUnderWay = (tx: Tx, states: readonly DealState[], most: number): Promise<DealRow[]> =>
  tx
    .selectFrom('manual_fx.deal')
    .selectAll()
    .where('state', 'in', [...states])
    .orderBy('created_at')
    .limit(most)
    .execute();

export const insertQuote = (tx: Tx, quote: Insertable<ManualFxQuote>): Promise<QuoteRow> =>
  tx.insertInto('manual_fx.quote').values(quote).returningAll().executeTakeFirstOrThrow();

export const showQuote = (tx: Tx, { deal_id, number }: QuoteRow, approvedBy: string | null): Promise<QuoteRow> =>
  tx
    .updateTable('manual_fx.quote')
    .set({
      approved_by: approvedBy,
      shown_at: sql`now()`,
      valid_until: sql`now() + valid_seconds * interval '1 second'`,
    })
    .where('deal_id', '=', deal_id)
    .where('number', '=', number)
    .returningAll()
    .executeTakeFirstOrThrow();

export const quotesOf = (tx: Tx, dealIds: readonly string[]): Promise<QuoteRow[]> =>
  tx
    .selectFrom('manual_fx.quote')
    .selectAll()
    .where('deal_id', '=', sql<string>`any(${dealIds}::uuid[])`)
    .orderBy('number', 'desc')
    .execute();

export async function limitOf(tx: Tx, role: string): Promise<bigint> {
  const row = await tx
    .selectFrom('manual_fx.dealer_limit')
    .select('most_gbp_minor')
    .where('role', '=', role)
    .where('effective_from', '<=', sql<Date>`now()`)
    .orderBy('effective_from', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.most_gbp_minor ?? 0n;
}

export const takeExpired = (tx: Tx, most: number): Promise<DealRow[]> =>
  tx
    .selectFrom('manual_fx.deal as d')
    .innerJoin('manual_fx.quote as q', (join) =>
      join.onRef('q.deal_id', '=', 'd.id').onRef('q.number', '=', 'd.quote_number'),
    )
    .selectAll('d')
    .where('d.state', '=', 'quoted')
    .where('q.valid_until', '<=', sql<Date>`now()`)
    .limit(most)
    .forNoKeyUpdate('d')
    .skipLocked()
    .execute();

export const takeOverdue = (tx: Tx, most: number): Promise<DealRow[]> =>
  tx
    .selectFrom('manual_fx.deal')
    .selectAll()
    .where('state', 'in', ['pending_approval', 'requested', 'assigned', 'expired', 'accepted'])
    .where('value_date', '<', sql<string>`(now() at time zone 'UTC')::date`)
    .limit(most)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();

export async function dueDeals(tx: Tx, most: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('manual_fx.deal')
    .select('id')
    .where('state', '=', 'booked')
    .where('value_date', '<=', sql<string>`(now() at time zone 'UTC')::date`)
    .orderBy('created_at')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

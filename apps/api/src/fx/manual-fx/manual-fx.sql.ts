import type { DealState } from '@larkmere/contract/fx/manual-fx';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { ManualFxDeal, ManualFxQuote } from '../../platform/db/schema.gen.ts';
import type { ActorRef } from '../../platform/requests/actor-ref.ts';

export type DealRow = Readonly<Selectable<ManualFxDeal>>;
export type QuoteRow = Readonly<Selectable<ManualFxQuote>>;
export type Transition = Readonly<{ deal_id: string; state: string; at: Date }>;

export const insertDeal = (tx: Tx, deal: Insertable<ManualFxDeal>): Promise<DealRow> =>
  tx.insertInto('manual_fx.deal').values(deal).returningAll().executeTakeFirstOrThrow();

export const lockDeal = (tx: Tx, id: string): Promise<DealRow | undefined> =>
  tx.selectFrom('manual_fx.deal').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

export const updateDeal = (tx: Tx, id: string, change: Updateable<ManualFxDeal>): Promise<DealRow> =>
  tx.updateTable('manual_fx.deal').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

export async function insertTransition(tx: Tx, { id, state, quote_number }: DealRow, mover: ActorRef): Promise<void> {
  await sql`insert into manual_fx.transition (deal_id, seq, state, actor_kind, actor_id, quote_number)
    select ${id}, coalesce(max(seq), 0) + 1, ${state}, ${mover.kind}, ${mover.id}, ${quote_number}
    from manual_fx.transition where deal_id = ${id}`.execute(tx);
}

export const findTransitions = (tx: Tx, dealIds: readonly string[]): Promise<Transition[]> =>
  tx
    .selectFrom('manual_fx.transition')
    .select(['deal_id', 'state', 'at'])
    .where('deal_id', '=', sql<string>`any(${dealIds}::uuid[])`)
    .orderBy('deal_id')
    .orderBy('seq')
    .execute();

export const findDeals = (tx: Tx, customerId: string, most: number): Promise<DealRow[]> =>
  tx
    .selectFrom('manual_fx.deal')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute();

export const findOpenDeals = (tx: Tx, states: readonly DealState[], most: number): Promise<DealRow[]> =>
  tx
    .selectFrom('manual_fx.deal')
    .selectAll()
    .where('state', 'in', [...states])
    .orderBy('created_at')
    .limit(most)
    .execute();

export const insertQuote = (tx: Tx, quote: Insertable<ManualFxQuote>): Promise<QuoteRow> =>
  tx.insertInto('manual_fx.quote').values(quote).returningAll().executeTakeFirstOrThrow();

export const publishQuoteRow = (tx: Tx, { deal_id, number }: QuoteRow, approvedBy: string | null): Promise<QuoteRow> =>
  tx
    .updateTable('manual_fx.quote')
    .set({
      approved_by: approvedBy,
      published_at: sql`now()`,
      valid_until: sql`now() + valid_seconds * interval '1 second'`,
    })
    .where('deal_id', '=', deal_id)
    .where('number', '=', number)
    .returningAll()
    .executeTakeFirstOrThrow();

export const findDealQuotes = (tx: Tx, dealIds: readonly string[]): Promise<QuoteRow[]> =>
  tx
    .selectFrom('manual_fx.quote')
    .selectAll()
    .where('deal_id', '=', sql<string>`any(${dealIds}::uuid[])`)
    .orderBy('number', 'desc')
    .execute();

export async function dealerLimit(tx: Tx, role: string): Promise<bigint> {
  const row = await tx
    .selectFrom('manual_fx.dealer_limit')
    .select('max_gbp_minor')
    .where('role', '=', role)
    .where('effective_from', '<=', sql<Date>`now()`)
    .orderBy('effective_from', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.max_gbp_minor ?? 0n;
}

export const lockExpiredDeals = (tx: Tx, most: number): Promise<DealRow[]> =>
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

export const lockOverdueDeals = (tx: Tx, most: number): Promise<DealRow[]> =>
  tx
    .selectFrom('manual_fx.deal')
    .selectAll()
    .where('state', 'in', ['pending_approval', 'requested', 'assigned', 'expired', 'accepted'])
    .where('value_date', '<', sql<string>`(now() at time zone 'UTC')::date`)
    .limit(most)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();

export async function findDueDeals(tx: Tx, most: number): Promise<string[]> {
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

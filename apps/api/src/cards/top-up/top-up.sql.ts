import type { CardReport } from '@larkmere/contract/cards/top-up';
import type { Currency } from '@larkmere/money/money';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { TopUpTopUp } from '../../platform/db/schema.gen.ts';
import type { TopUp } from './top-up.ts';

export type TopUpUpdate = Updateable<TopUpTopUp>;

const topUps = (tx: Tx) => tx.selectFrom('top_up.top_up').selectAll();

export const insertTopUp = (tx: Tx, topUp: Insertable<TopUpTopUp>): Promise<TopUp> =>
  tx.insertInto('top_up.top_up').values(topUp).returningAll().executeTakeFirstOrThrow();

export const selectTopUp = (tx: Tx, id: string): Promise<TopUp | undefined> =>
  topUps(tx).where('id', '=', id).executeTakeFirst();

export const lockTopUp = (tx: Tx, id: string): Promise<TopUp | undefined> =>
  topUps(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

export const updateTopUp = (tx: Tx, id: string, change: TopUpUpdate): Promise<TopUp> =>
  tx.updateTable('top_up.top_up').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

/** Two top-ups of a customer at once cannot both fit under one limit. */
export async function lockTopUpsOf(tx: Tx, customerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`top_up:${customerId}`}, 0))`.execute(tx);
}

/** What was added or is under way on this day of London, by currency. */
export async function sumToday(tx: Tx, customerId: string): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await sql<{ currency: Currency; minor: bigint }>`
    select currency, sum(amount_minor)::bigint as minor from top_up.top_up
    where customer_id = ${customerId} and state not in ('declined', 'cancelled', 'expired')
      and created_at >= date_trunc('day', now() at time zone 'Europe/London') at time zone 'Europe/London'
    group by currency`.execute(tx);
  return new Map(rows.map(({ currency, minor }) => [currency, minor]));
}

/** Top-ups that a card took back and the customer has not paid for yet, the oldest first. */
export const lockShortfalls = (tx: Tx, customerId: string, currency: Currency): Promise<TopUp[]> =>
  topUps(tx)
    .where('customerId', '=', customerId)
    .where('currency', '=', currency)
    .whereRef('recoveredMinor', '<', 'shortfallMinor')
    .orderBy('createdAt')
    .forNoKeyUpdate()
    .execute();

export async function hasShortfall(tx: Tx, customerId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('top_up.top_up')
    .select('id')
    .where('customerId', '=', customerId)
    .whereRef('recoveredMinor', '<', 'shortfallMinor')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

type CardEvent = Readonly<{ eventId: string; report: CardReport; isOutdated: boolean }>;

export async function findEventReport(tx: Tx, eventId: string): Promise<unknown> {
  const row = await tx.selectFrom('top_up.event').select('report').where('eventId', '=', eventId).executeTakeFirst();
  return row?.report;
}

/** False for an event that was received before. */
export async function insertEvent(tx: Tx, { eventId, report, isOutdated }: CardEvent): Promise<boolean> {
  const { rows } = await sql`
    insert into top_up.event (event_id, top_up_id, sequence, report, is_outdated)
    values (${eventId}, ${report.paymentId}, ${report.sequence}, ${JSON.stringify(report)}, ${isOutdated})
    on conflict (event_id) do nothing returning event_id`.execute(tx);
  return rows.length > 0;
}

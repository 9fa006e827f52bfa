import type { Currency } from '@larkmere/money/money';
import { type Rate, rateOf, readRate } from '@larkmere/money/rate';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { TreasuryCoverDeal, TreasuryRevaluation, TreasuryRevaluationLine } from '../../platform/db/schema.gen.ts';

export type CoverRow = Readonly<Selectable<TreasuryCoverDeal>>;
type RevaluationRow = Readonly<Selectable<TreasuryRevaluation>>;

/** Serialises dealers, so that the same position is never sold twice. */
export async function lockPosition(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('treasury.cover_deal', 0))`.execute(tx);
}

export async function pendingCoverMinor(tx: Tx, sell: Currency): Promise<bigint> {
  const { rows } = await sql<{ asked: bigint }>`
    select coalesce(sum(sell_minor), 0)::bigint as asked from treasury.cover_deal
    where sell = ${sell} and state = 'asked'`.execute(tx);
  return rows[0]?.asked ?? 0n;
}

export const insertCover = (tx: Tx, cover: Insertable<TreasuryCoverDeal>): Promise<CoverRow> =>
  tx.insertInto('treasury.cover_deal').values(cover).returningAll().executeTakeFirstOrThrow();

export const findCover = (tx: Tx, id: string): Promise<CoverRow | undefined> =>
  tx.selectFrom('treasury.cover_deal').selectAll().where('id', '=', id).executeTakeFirst();

export const lockCover = (tx: Tx, id: string): Promise<CoverRow | undefined> =>
  tx.selectFrom('treasury.cover_deal').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

type ExecutedCover = Readonly<{ buyMinor: bigint; rate: string; reference: string }>;

export async function recordCoverDealt(
  tx: Tx,
  id: string,
  { buyMinor, rate, reference }: ExecutedCover,
): Promise<void> {
  await tx
    .updateTable('treasury.cover_deal')
    .set({ state: 'dealt', buyMinor, rate, reference, dealtAt: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export async function recordCoverRefused(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('treasury.cover_deal').set({ state: 'refused' }).where('id', '=', id).execute();
}

export const latestCovers = (tx: Tx, most: number): Promise<CoverRow[]> =>
  tx.selectFrom('treasury.cover_deal').selectAll().orderBy('requestedAt', 'desc').limit(most).execute();

const latestCoverDealt = (tx: Tx, sell: Currency, buy: Currency): Promise<CoverRow | undefined> =>
  tx
    .selectFrom('treasury.cover_deal')
    .selectAll()
    .where('state', '=', 'dealt')
    .where('sell', '=', sell)
    .where('buy', '=', buy)
    .orderBy('dealtAt', 'desc')
    .limit(1)
    .executeTakeFirst();

export const latestRevaluation = (tx: Tx): Promise<RevaluationRow | undefined> =>
  tx.selectFrom('treasury.revaluation').selectAll().orderBy('day', 'desc').limit(1).executeTakeFirst();

/** The FX trading day ends at 17:00 in New York. */
export async function lastClosedTradingDay(tx: Tx): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select ((now() at time zone 'America/New_York') - interval '17 hours')::date::text as day`.execute(tx);
  return rows[0]?.day ?? '';
}

export async function insertRevaluation(
  tx: Tx,
  revaluation: Insertable<TreasuryRevaluation>,
  lines: readonly Omit<Insertable<TreasuryRevaluationLine>, 'day'>[],
): Promise<boolean> {
  const { day } = revaluation;
  const made = await tx
    .insertInto('treasury.revaluation')
    .values(revaluation)
    .onConflict((conflict) => conflict.doNothing())
    .returning('day')
    .executeTakeFirst();
  if (!made) return false;
  const rows = lines.map((line) => ({ ...line, day }));
  if (rows.length > 0) await tx.insertInto('treasury.revaluation_line').values(rows).execute();
  return true;
}

type CoverRate = Readonly<{ rate: Rate; dealtAt: Date }>;

/** What the bank would give now if it stayed as far from `mid` as in our last deal of this pair (decision 0076). */
export async function expectedCoverRate(tx: Tx, mid: Rate): Promise<CoverRate | undefined> {
  const last = await latestCoverDealt(tx, mid.base, mid.quote);
  if (!last?.rate || !last.dealtAt) return undefined;
  const [dealt, midThen] = [last.rate, last.mid].map((text) => readRate(last.sell, last.buy, text));
  if (!dealt || !midThen) return undefined;
  const rate = rateOf(
    mid.base,
    mid.quote,
    mid.numerator * dealt.numerator * midThen.denominator,
    mid.denominator * dealt.denominator * midThen.numerator,
  );
  return { rate, dealtAt: last.dealtAt };
}

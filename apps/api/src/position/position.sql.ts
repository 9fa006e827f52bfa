import { type Insertable, type Selectable, sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import type { PositionCover, PositionRevaluation, PositionRevaluationLine } from '../kernel/schema.gen.ts';

export type CoverRow = Readonly<Selectable<PositionCover>>;
export type RevaluationRow = Readonly<Selectable<PositionRevaluation>>;

/** Serialises dealers, so that the same position is never sold twice. */
export async function lockPosition(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('position.cover', 0))`.execute(tx);
}

export async function askedMinor(tx: Tx, sell: string): Promise<bigint> {
  const { rows } = await sql<{ asked: bigint }>`
    select coalesce(sum(sell_minor), 0)::bigint as asked from position.cover
    where sell = ${sell} and state = 'asked'`.execute(tx);
  return rows[0]?.asked ?? 0n;
}

export const insertCover = (tx: Tx, cover: Insertable<PositionCover>): Promise<CoverRow> =>
  tx.insertInto('position.cover').values(cover).returningAll().executeTakeFirstOrThrow();

export const findCover = (tx: Tx, id: string): Promise<CoverRow | undefined> =>
  tx.selectFrom('position.cover').selectAll().where('id', '=', id).executeTakeFirst();

export const lockCover = (tx: Tx, id: string): Promise<CoverRow | undefined> =>
  tx.selectFrom('position.cover').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

type Dealt = Readonly<{ buyMinor: bigint; rate: string; reference: string }>;

export async function enterDealt(tx: Tx, id: string, { buyMinor, rate, reference }: Dealt): Promise<void> {
  await tx
    .updateTable('position.cover')
    .set({ state: 'dealt', buy_minor: buyMinor, rate, reference, dealt_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export async function enterRefused(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('position.cover').set({ state: 'refused' }).where('id', '=', id).execute();
}

export const latestCovers = (tx: Tx, most: number): Promise<CoverRow[]> =>
  tx.selectFrom('position.cover').selectAll().orderBy('asked_at', 'desc').limit(most).execute();

export const latestRevaluation = (tx: Tx): Promise<RevaluationRow | undefined> =>
  tx.selectFrom('position.revaluation').selectAll().orderBy('day', 'desc').limit(1).executeTakeFirst();

/** The FX trading day ends at 17:00 in New York. */
export async function lastDayOver(tx: Tx): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select ((now() at time zone 'America/New_York') - interval '17 hours')::date::text as day`.execute(tx);
  return rows[0]?.day ?? '';
}

export async function insertRevaluation(
  tx: Tx,
  revaluation: Insertable<PositionRevaluation>,
  lines: readonly Omit<Insertable<PositionRevaluationLine>, 'day'>[],
): Promise<boolean> {
  const { day } = revaluation;
  const made = await tx
    .insertInto('position.revaluation')
    .values(revaluation)
    .onConflict((conflict) => conflict.doNothing())
    .returning('day')
    .executeTakeFirst();
  if (!made) return false;
  const rows = lines.map((line) => ({ ...line, day }));
  if (rows.length > 0) await tx.insertInto('position.revaluation_line').values(rows).execute();
  return true;
}

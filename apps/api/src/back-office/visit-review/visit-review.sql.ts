import { type Selectable, sql } from 'kysely';
import { v7 } from 'uuid';
import type { Tx } from '../../platform/db/db.ts';
import type { VisitReviewReview } from '../../platform/db/schema.gen.ts';

export type VisitReviewRow = Readonly<Selectable<VisitReviewReview>>;

/** False if another process has drawn this week. */
export async function insertDrawnWeek(tx: Tx, week: string, visits: number): Promise<boolean> {
  const { rows } = await sql`
    insert into visit_review.drawn_week (week, visits) values (${week}::date, ${visits})
    on conflict do nothing returning week`.execute(tx);
  return rows.length === 1;
}

type NewReview = Readonly<{ week: string; visitId: string; visitorId: string; dueAt: Date }>;

export async function insertReview(tx: Tx, { week, visitId, visitorId, dueAt }: NewReview): Promise<void> {
  const row = { id: v7(), visitId, visitorId, dueAt };
  await tx
    .insertInto('visit_review.review')
    .values({ ...row, week: sql<Date>`${week}::date` as never })
    .execute();
}

export async function lockVisitReview(tx: Tx, id: string): Promise<VisitReviewRow | undefined> {
  return tx.selectFrom('visit_review.review').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

type Result = Readonly<{ outcome: NonNullable<VisitReviewRow['outcome']>; note: string | null; reviewedBy: string }>;

export async function storeResult(tx: Tx, id: string, { outcome, note, reviewedBy }: Result): Promise<void> {
  await tx
    .updateTable('visit_review.review')
    .set({ outcome, note, reviewedBy, reviewedAt: sql`now()` })
    .where('id', '=', id)
    .execute();
}

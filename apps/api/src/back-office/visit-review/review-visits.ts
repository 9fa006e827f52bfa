import { allows } from '@larkmere/contract/back-office/permissions';
import type { VisitReviewView } from '@larkmere/contract/back-office/visit-review';
import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import { type Selectable, sql } from 'kysely';
import { v7 } from 'uuid';
import type { Tx } from '../../platform/db/db.ts';
import type { VisitReviewReview } from '../../platform/db/schema.gen.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import {
  drawVisits,
  type ListedReview,
  selectSteps,
  selectVisitReviews,
  selectWeeksToDraw,
} from './visit-review.read.ts';

type VisitReviewRow = Readonly<Selectable<VisitReviewReview>>;

/** False if another process has drawn this week. */
async function insertDrawnWeek(tx: Tx, week: string, visits: number): Promise<boolean> {
  const { rows } = await sql`
    insert into visit_review.drawn_week (week, visits) values (${week}::date, ${visits})
    on conflict do nothing returning week`.execute(tx);
  return rows.length === 1;
}

type NewReview = Readonly<{ week: string; visitId: string; visitorId: string; dueAt: Date }>;

async function insertReview(tx: Tx, { week, visitId, visitorId, dueAt }: NewReview): Promise<void> {
  const row = { id: v7(), visitId, visitorId, dueAt };
  await tx
    .insertInto('visit_review.review')
    .values({ ...row, week: sql<Date>`${week}::date` as never })
    .execute();
}

async function lockVisitReview(tx: Tx, id: string): Promise<VisitReviewRow | undefined> {
  return tx.selectFrom('visit_review.review').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

type Result = Readonly<{ outcome: NonNullable<VisitReviewRow['outcome']>; note: string | null; reviewedBy: string }>;

async function storeResult(tx: Tx, id: string, { outcome, note, reviewedBy }: Result): Promise<void> {
  await tx
    .updateTable('visit_review.review')
    .set({ outcome, note, reviewedBy, reviewedAt: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export const listVisitReviews: Verb<typeof contract.visitReview.list> = async (ctx) => ({
  list: (await selectVisitReviews(ctx.tx, ctx.actor)).map((review) => toView(ctx, review)),
});

export const showVisitReview: Verb<typeof contract.visitReview.show> = async (ctx, { uid }) => {
  const [review] = await selectVisitReviews(ctx.tx, ctx.actor, uid);
  if (!review) throw new Refusal('not_found');
  await audit(ctx, 'visit_review.viewed', `customer:${review.customerId}`, { visit: review.visitId });
  const steps = await selectSteps(ctx.tx, review);
  return { ...toView(ctx, review), steps: steps.map(({ at, ...step }) => ({ ...step, at: at.toISOString() })) };
};

/** Refuses `approver_conflict` for the visitor, and `invalid_transition` once it is recorded. */
export const recordVisitReview: Verb<typeof contract.visitReview.record> = async (ctx, { uid, outcome, note }) => {
  const { tx, actor } = ctx;
  const review = await lockVisitReview(tx, uid);
  if (!review) throw new Refusal('not_found');
  if (review.visitorId === actor.staffId) throw new Refusal('approver_conflict');
  if (review.outcome !== null) throw new Refusal('invalid_transition');
  if (outcome === 'concern' && note === undefined) throw noteMissing();
  await storeResult(tx, uid, { outcome, note: note ?? null, reviewedBy: actor.staffId });
  await audit(ctx, 'visit_review.recorded', `visit:${review.visitId}`, { outcome, note: note ?? null });
  return listVisitReviews(ctx, {});
};

const noteMissing = (): Refusal =>
  new Refusal('validation_failed', {
    errors: [{ field: 'note', code: 'required', reason: message('visit_review_note_too_short') }],
  });

function toView({ actor, now }: StaffCtx, review: ListedReview): VisitReviewView {
  const { uid, customerId, customerName, memberCode, visitorId, outcome, note, reviewerName, reviewedAt } = review;
  const { personName, staffName, basis, mode, ticket, reason, breakGlassReason } = review;
  const isOwn = visitorId === actor.staffId;
  return {
    uid,
    customer: { uid: customerId, name: customerName, memberCode },
    personName,
    staffName,
    basis,
    mode,
    ticket,
    reason,
    breakGlassReason,
    openedAt: review.openedAt.toISOString(),
    endedAt: review.endedAt.toISOString(),
    dueAt: review.dueAt.toISOString(),
    isOverdue: outcome === null && review.dueAt <= now,
    isOwn,
    canReview: outcome === null && !isOwn && allows(actor.permissions, ['visit_review', 'act']),
    result: outcome && reviewedAt ? { outcome, note, by: reviewerName ?? '', at: reviewedAt.toISOString() } : null,
  };
}

/** Product.md D7: a tenth of the week, at least three, reviewed within a week. */
const share = { percent: 10, atLeast: 3 } as const;
const weekMs = 7 * 24 * 3_600_000;

export const visitDraws = defineJob({
  name: 'draw-visits',
  everySeconds: 600,
  run: async ({ transaction }) => {
    const weeks = await transaction(({ tx }) => selectWeeksToDraw(tx));
    for (const week of weeks)
      await transaction(async (ctx) => {
        const drawn = await drawVisits(ctx.tx, { week, ...share });
        if (!(await insertDrawnWeek(ctx.tx, week, drawn[0]?.visits ?? 0))) return;
        const dueAt = new Date(ctx.now.getTime() + weekMs);
        for (const { visitId, visitorId } of drawn) await insertReview(ctx.tx, { week, visitId, visitorId, dueAt });
        await audit(ctx, 'visit_review.drawn', `week:${week}`, { drawn: drawn.length });
      });
  },
});

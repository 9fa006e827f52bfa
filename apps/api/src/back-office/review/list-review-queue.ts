import type { contract } from '@larkmere/contract/contract';
import { money } from '@larkmere/money/money';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { loadPoundValues } from './release-limit.ts';
import { findLondonDay, type QueuedPayment, selectQueue, selectReviewers } from './review-queue.read.ts';
import { toReviewRow } from './review-queue.view.ts';

/** Everybody works from the top, so the first ones are enough. */
const most = 500;

export const listReviewQueue: Verb<typeof contract.review.list> = async (ctx) => {
  const { tx, actor } = ctx;
  const rows = await loadSortedQueue(ctx, most + 1);
  const reviewers = await selectReviewers(tx);
  return {
    list: rows.slice(0, most).map((row) => toReviewRow(actor, row)),
    hasMore: rows.length > most,
    today: await findLondonDay(tx),
    colleagues: reviewers
      .filter(({ uid }) => uid !== actor.staffId)
      .map(({ uid, name, role }) => ({ uid, name, role })),
  };
};

/** By the quarter of an hour to decide, then by value in pounds, because amounts of different currencies do not compare. */
export async function loadSortedQueue(ctx: StaffCtx, limit: number): Promise<QueuedPayment[]> {
  const rows = await selectQueue(ctx.tx, { most: limit });
  const poundsOf = await loadPoundValues(ctx);
  const sorted = rows.map((row) => ({
    row,
    quarter: row.decideBy ? Math.floor(row.decideBy.getTime() / 900_000) : Number.POSITIVE_INFINITY,
    value: poundsOf(money(row.currency, row.minor)),
  }));
  sorted.sort((a, b) => (a.quarter === b.quarter ? Number(b.value - a.value) : a.quarter - b.quarter));
  return sorted.map(({ row }) => row);
}

import type { ReviewClaim } from '@larkmere/contract/back-office/review-queue';
import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import { v7 } from 'uuid';
import { acquireLocks } from '../../platform/db/transaction.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { endClaim, extendClaim, findClaim, insertClaim } from './claim.sql.ts';
import { lockReviewedPayment, requireReviewer } from './require-reviewer.ts';
import { findStaffName } from './review.read.ts';
import { claimRule } from './review.settings.ts';
import { findOpenDecision } from './review.sql.ts';
import { loadSortedQueue, selectQueue, selectReviewers, toClaim, toReviewRow } from './review-queue.read.ts';

const longestSearch = 500;

/** Null when there is nothing to take. Two who ask at once get different payments. */
export const takeNextPayment: Verb<typeof contract.review.takeNext> = async (ctx) => {
  const { tx, actor } = ctx;
  for (const row of await loadSortedQueue(ctx, longestSearch)) {
    if (row.claimedBy !== null || !toReviewRow(actor, row).canTake) continue;
    await acquireLocks(tx, [`review.payment:${row.uid}`]);
    // Under the lock it is read again: a colleague may have decided it.
    const [current] = await selectQueue(tx, { most: 1, paymentId: row.uid });
    if (!current || current.claimedBy !== null || !toReviewRow(actor, current).canTake) continue;
    if (await claim(ctx, row.uid, actor.staffId)) return { uid: row.uid };
  }
  return { uid: null };
};

/**
 * Takes it, or keeps it for as long again. Refuses `access_denied`, `not_found`, `invalid_transition` outside of a
 * review, `review_claimed` while a colleague has it, and `approver_conflict` for one that the reader recommended.
 */
export const takePayment: Verb<typeof contract.review.take> = async (ctx, { uid }) => {
  const { tx, actor } = ctx;
  await lockWaitingPayment(ctx, uid);
  if ((await findOpenDecision(tx, uid))?.firstBy === actor.staffId) throw new Refusal('approver_conflict');
  const own = await findClaim(tx, uid);
  if (own) {
    const { minutes } = await requireSetting(tx, claimRule, {});
    await extendClaim(tx, own.id, minutes);
    await audit(ctx, 'review.claim_extended', `payment:${uid}`, { minutes });
  } else if (!(await claim(ctx, uid, actor.staffId))) throw new Refusal('review_claimed');
  return { claim: await loadClaim(ctx, uid) };
};

/** Refuses `invalid_transition` without a claim of one's own. */
export const handBackPayment: Verb<typeof contract.review.handBack> = async (ctx, { uid }) => {
  const { tx } = ctx;
  await lockReviewedPayment(ctx, uid);
  await requireOwnClaim(ctx, uid);
  if (!(await findClaim(tx, uid))) throw new Refusal('invalid_transition', { reason: message('review_claim_own') });
  await endClaim(tx, uid, 'handed_back');
  await audit(ctx, 'review.handed_back', `payment:${uid}`);
  return { claim: null };
};

/**
 * Gives the reader's payment, or one that nobody has. Refuses as taking it does, and `validation_failed` for a colleague
 * who may not decide it.
 */
export const givePayment: Verb<typeof contract.review.give> = async (ctx, { uid, to }) => {
  await lockWaitingPayment(ctx, uid);
  await giveClaim(ctx, uid, to, 'to');
  return { claim: await loadClaim(ctx, uid) };
};

/** The caller has the lock and the right. Refuses `validation_failed` for the field. */
export async function giveClaim(ctx: StaffCtx, uid: string, to: string, field: string): Promise<void> {
  const { tx, actor } = ctx;
  const [row] = await selectQueue(tx, { most: 1, paymentId: uid });
  const colleague = (await selectReviewers(tx)).find((each) => each.uid === to);
  const isFit =
    colleague !== undefined &&
    to !== actor.staffId &&
    to !== row?.recommendedBy &&
    (!row?.isWithCompliance || colleague.seesSuspicions);
  if (!isFit)
    throw new Refusal('validation_failed', {
      errors: [{ field, code: 'not_allowed', reason: message('review_colleague_wrong') }],
    });
  await endClaim(tx, uid, 'given');
  await claim(ctx, uid, to);
}

async function claim(ctx: StaffCtx, uid: string, to: string): Promise<boolean> {
  const { tx, actor } = ctx;
  const { minutes } = await requireSetting(tx, claimRule, {});
  const isGiven = to !== actor.staffId;
  const givenBy = isGiven ? actor.staffId : null;
  if (!(await insertClaim(tx, { id: v7(), paymentId: uid, staffId: to, givenBy, minutes }))) return false;
  await audit(ctx, isGiven ? 'review.given' : 'review.claimed', `payment:${uid}`, {
    minutes,
    ...(isGiven && { to }),
  });
  return true;
}

async function lockWaitingPayment(ctx: StaffCtx, uid: string): Promise<void> {
  const { state } = await lockReviewedPayment(ctx, uid);
  await requireReviewer(ctx, uid);
  if (state !== 'in_review' && state !== 'info_required') throw new Refusal('invalid_transition');
  await requireOwnClaim(ctx, uid);
}

async function loadClaim({ tx, actor }: StaffCtx, uid: string): Promise<ReviewClaim | null> {
  const [row] = await selectQueue(tx, { most: 1, paymentId: uid });
  return row ? toClaim(actor, row) : null;
}

/** Refuses `review_claimed` while a colleague has the payment. One that nobody has is open to all who may decide. */
export async function requireOwnClaim({ tx, actor }: StaffCtx, paymentId: string): Promise<void> {
  const current = await findClaim(tx, paymentId);
  if (!current || current.staffId === actor.staffId) return;
  const [name, until] = [await findStaffName(tx, current.staffId), current.expiresAt];
  throw new Refusal('review_claimed', { reason: message('review_claimed_until', { name, until }) });
}

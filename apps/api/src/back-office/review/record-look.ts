import { refuseReasons, releaseReasons } from '@larkmere/contract/back-office/review-reasons';
import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { requireOwnClaim } from './claim-payment.ts';
import { lockReviewedPayment } from './require-review.ts';
import { findLook, findOpenDecision, insertLook } from './review.sql.ts';
import { loadReviewCase } from './show-review-case.ts';
import { requireReviewer } from './with-compliance.ts';

/**
 * What the second person would decide, before the recommendation is shown to them. Refuses `access_denied`, `not_found`,
 * `review_claimed`, `approver_conflict` for the person who recommended it, `validation_failed` for a reason of the other
 * outcome, and `invalid_transition` without a recommendation or a second time.
 */
export const recordLook: Verb<typeof contract.review.look> = async (ctx, { uid, outcome, reason, note }) => {
  const { tx, actor } = ctx;
  const payment = await lockReviewedPayment(ctx, uid);
  await requireReviewer(ctx, uid);
  if (payment.state !== 'in_review') throw new Refusal('invalid_transition');
  await requireOwnClaim(ctx, uid);
  const reasons: readonly string[] = outcome === 'release' ? releaseReasons : refuseReasons;
  if (!reasons.includes(reason))
    throw new Refusal('validation_failed', {
      errors: [{ field: 'reason', code: 'not_allowed', reason: message('review_look_reason_wrong') }],
    });
  const first = await findOpenDecision(tx, uid);
  if (!first || first.settlement !== null) throw new Refusal('invalid_transition');
  if (first.firstBy === actor.staffId) throw new Refusal('approver_conflict');
  if (await findLook(tx, first.id, actor.staffId))
    throw new Refusal('invalid_transition', { reason: message('review_look_recorded') });
  const look = { decisionId: first.id, paymentId: uid, staffId: actor.staffId, outcome, reason, note: note ?? null };
  await insertLook(tx, look);
  await audit(ctx, 'review.looked', `payment:${uid}`, { outcome, reason, note: note ?? null });
  return loadReviewCase(ctx, uid);
};

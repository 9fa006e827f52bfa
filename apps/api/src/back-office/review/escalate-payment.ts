import type { contract } from '@larkmere/contract/contract';
import { defaultText } from '@larkmere/messages/format-message';
import { updatePendingStatus } from '../../payments/payment/payment.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { endClaim } from './claim.sql.ts';
import { requireOwnClaim } from './claim-payment.ts';
import { lockReviewedPayment } from './require-review.ts';
import { deleteOpenDecision, insertEscalation } from './review.sql.ts';
import { requireReviewer } from './with-compliance.ts';

/**
 * Hands it to compliance, which alone decides it from then on; a recommendation no longer counts, and the customer reads
 * neutral words. Refuses `access_denied`, `not_found`, `review_claimed`, and `invalid_transition` outside of a review and
 * for one that is with compliance.
 */
export const escalatePayment: Verb<typeof contract.review.escalate> = async (ctx, { uid, reason, note }) => {
  const { tx, actor } = ctx;
  const payment = await lockReviewedPayment(ctx, uid);
  const isWithCompliance = await requireReviewer(ctx, uid);
  if (payment.state !== 'in_review' || isWithCompliance) throw new Refusal('invalid_transition');
  await requireOwnClaim(ctx, uid);
  const escalation = { paymentId: uid, escalatedBy: actor.staffId, reason, note: note ?? null };
  if (!(await insertEscalation(tx, escalation))) throw new Refusal('invalid_transition');
  await deleteOpenDecision(tx, uid);
  await endClaim(tx, uid, 'decided');
  const neutral = { reason: defaultText('payment_extra_checks'), nextStep: defaultText('payment_extra_checks_next') };
  await updatePendingStatus(ctx, uid, { reasonCode: 'extra_checks', ...neutral }, { isAnnounced: false });
  await audit(ctx, 'review.escalated', `payment:${uid}`, { reason, note: note ?? null });
  return { uid };
};

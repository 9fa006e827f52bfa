import type { contract } from '@larkmere/contract/contract';
import { defaultText } from '@larkmere/messages/format-message';
import { message } from '@larkmere/messages/message';
import { decidePayment } from '../../payments/payment/payment.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { requireLook } from './dual-control.ts';
import { requireOwnClaim } from './require-own-claim.ts';
import { loadReviewView, lockReviewedPayment } from './require-review.ts';
import { closeReview, findOpenDecision, insertRefusal, type ReviewDecisionRow } from './review.sql.ts';
import { requireReviewer } from './with-compliance.ts';

/**
 * The customer of a payment with compliance only reads a neutral sentence. Against the recommendation of a colleague it
 * takes a look of one's own and a reason. Refuses `access_denied`, `not_found`, `review_claimed`, `validation_failed`
 * without that reason, and `invalid_transition`, also while the bank reports the payment as made.
 */
export const refusePayment: Verb<typeof contract.review.refuse> = async (ctx, input) => {
  const { uid, reasonCode, sentence, note, overruleReason } = input;
  const { tx, actor } = ctx;
  const payment = await lockReviewedPayment(ctx, uid);
  const isConfidential = await requireReviewer(ctx, uid);
  if (payment.state !== 'in_review') throw new Refusal('invalid_transition');
  await requireOwnClaim(ctx, uid);
  const recommended = await findOverruled(ctx, uid);
  if (recommended && !overruleReason)
    throw new Refusal('validation_failed', {
      errors: [{ field: 'overruleReason', code: 'required', reason: message('review_overrule_reason') }],
    });
  const said = isConfidential
    ? ({ reasonCode: 'extra_checks', reason: defaultText('payment_declined') } as const)
    : { reasonCode, reason: sentence };
  await decidePayment(ctx, uid, { to: 'rejected', ...said });
  const overruled = recommended && { by: recommended.firstBy, reason: overruleReason ?? null };
  await insertRefusal(tx, {
    paymentId: uid,
    refusedBy: actor.staffId,
    reasonCode,
    sentence,
    note: note ?? null,
    overruledBy: overruled?.by ?? null,
    overruleReason: overruled?.reason ?? null,
  });
  await closeReview(tx, uid);
  const detail = { reasonCode, sentence, note: note ?? null, ...(overruled && { overruled }) };
  await audit(ctx, 'review.refused', `payment:${uid}`, detail);
  return loadReviewView(ctx, uid);
};

/** The recommendation of a colleague to release. The reader has looked on their own. */
async function findOverruled(ctx: StaffCtx, uid: string): Promise<ReviewDecisionRow | undefined> {
  const open = await findOpenDecision(ctx.tx, uid);
  if (!open || open.settlement !== null || open.firstBy === ctx.actor.staffId) return undefined;
  await requireLook(ctx, open);
  return open;
}

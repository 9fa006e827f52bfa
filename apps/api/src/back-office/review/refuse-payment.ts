import type { contract } from '@larkmere/contract/contract';
import { defaultText } from '@larkmere/messages/format-message';
import { decidePayment } from '../../payments/payment/payment.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { loadReviewView, lockReviewedPayment, requireCompliance } from './require-review.ts';
import { selectHits } from './review.read.ts';
import { closeReview } from './review.sql.ts';

/**
 * After a sanctions hit the customer only reads a neutral sentence. Refuses `access_denied`, `not_found` and
 * `invalid_transition`, also while the bank reports the payment as made.
 */
export const refusePayment: Verb<typeof contract.review.refuse> = async (ctx, { uid, reasonCode, sentence, note }) => {
  const { tx, actor } = ctx;
  const payment = await lockReviewedPayment(ctx, uid);
  const isConfidential = (await selectHits(tx, [uid])).length > 0;
  if (isConfidential) requireCompliance(actor);
  if (payment.state !== 'in_review') throw new Refusal('invalid_transition');
  const said = isConfidential
    ? ({ reasonCode: 'extra_checks', reason: defaultText('payment_declined') } as const)
    : { reasonCode, reason: sentence };
  await decidePayment(ctx, uid, { to: 'rejected', ...said });
  await closeReview(tx, uid);
  await audit(ctx, 'review.refused', `payment:${uid}`, { reasonCode, sentence, note: note ?? null });
  return loadReviewView(ctx, uid);
};

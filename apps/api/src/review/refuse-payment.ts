import type { contract } from '@larkmere/contract/contract';
import { audit } from '../kernel/audit.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Verb } from '../kernel/verb.ts';
import { decidePayment } from '../payment/payment.ts';
import { requireCompliance, requireReview, viewAfter } from './require-review.ts';
import { hitsOf } from './review.read.ts';
import { dropRelease, settleRequests, stopClock } from './review.sql.ts';

/**
 * After a sanctions hit the customer only reads a neutral sentence. Refuses `access_denied`, `not_found` and
 * `invalid_transition`, also while the bank reports the payment as made.
 */
export const refusePayment: Verb<typeof contract.review.refuse> = async (ctx, { uid, reasonCode, sentence, note }) => {
  const { tx, actor } = ctx;
  const payment = await requireReview(ctx, uid);
  const isConfidential = (await hitsOf(tx, [uid])).length > 0;
  if (isConfidential) requireCompliance(actor);
  if (payment.state !== 'in_review') throw new Refusal('invalid_transition');
  const said = isConfidential
    ? ({ reasonCode: 'extra_checks', reason: 'We cannot make this payment.' } as const)
    : { reasonCode, reason: sentence };
  await decidePayment(ctx, uid, { to: 'rejected', ...said });
  await dropRelease(tx, uid);
  await settleRequests(tx, uid, 'answered', 'closed');
  await stopClock(tx, uid);
  await audit(ctx, 'review.refused', `payment:${uid}`, { reasonCode, sentence, note: note ?? null });
  return viewAfter(ctx, uid);
};

import type { contract } from '@larkmere/contract/contract';
import { audit } from '../kernel/audit.ts';
import type { Verb } from '../kernel/verb.ts';
import { requirePaidOut, settlePayment } from '../payment/payment.ts';
import { agree, firstOf } from './agree.ts';
import { requireCompliance, requireReview, viewAfter } from './require-review.ts';
import { hitsOf } from './review.read.ts';
import { settleRequests, stopClock } from './review.sql.ts';

/**
 * Completes a payment by the bank's own message, after the bank had returned the order and then made it. It takes two
 * people where a release does. Refuses `access_denied`, `not_found`, `invalid_transition` unless the bank reports it as
 * paid out, and `approver_conflict`.
 */
export const settlePaidOut: Verb<typeof contract.review.settle> = async (ctx, { uid, note }) => {
  const { tx, actor } = ctx;
  const payment = await requireReview(ctx, uid);
  const hits = await hitsOf(tx, [uid]);
  if (hits.length > 0) requireCompliance(actor);
  await requirePaidOut(ctx, uid);
  const first = await firstOf(ctx, uid, 'settle');
  const words = { reason: 'paid_out', note, answer: null };
  if (!(await agree(ctx, payment, { first, settles: true, hits: hits.length, words }))) {
    await audit(ctx, 'review.settle-proposed', `payment:${uid}`, { note });
    return viewAfter(ctx, uid);
  }
  const { instructionId, at } = await settlePayment(ctx, uid);
  await settleRequests(tx, uid, 'answered', 'closed');
  await stopClock(tx, uid);
  await audit(ctx, 'review.settled', `payment:${uid}`, { note, order: instructionId, saidAt: at.toISOString() });
  return viewAfter(ctx, uid);
};

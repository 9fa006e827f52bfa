import type { contract } from '@larkmere/contract/contract';
import { audit } from '../kernel/audit.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Verb } from '../kernel/verb.ts';
import { decidePayment } from '../payment/payment.ts';
import { agree, firstOf } from './agree.ts';
import { requireCompliance, requireReview, viewAfter } from './require-review.ts';
import { hitsOf, type ReviewedPayment } from './review.read.ts';
import { settleRequests, stopClock } from './review.sql.ts';

/**
 * A sanctions hit, which needs compliance, or a large amount takes two people. The first one writes the answer to a
 * bank that returned the order with a question. Refuses `access_denied`, `not_found`, `invalid_transition`,
 * `approver_conflict`, and `validation_failed` when that answer is missing or not requested.
 */
export const releasePayment: Verb<typeof contract.review.release> = async (ctx, { uid, reason, note, answer }) => {
  const { tx, actor } = ctx;
  const payment = await requireReview(ctx, uid);
  const hits = await hitsOf(tx, [uid]);
  if (hits.length > 0) requireCompliance(actor);
  if (payment.state !== 'in_review') throw new Refusal('invalid_transition');
  const first = await firstOf(ctx, uid, 'release');
  const said = answerOf(payment, answer ?? first?.answer ?? undefined);
  const detail = { reason, note: note ?? null, hits: hits.length, ...(answer && { answer }) };
  const words = { reason, note: note ?? null, answer: answer ?? null };
  const isAgreed = await agree(ctx, payment, { first, settles: false, hits: hits.length, words });
  await audit(ctx, isAgreed ? 'review.released' : 'review.release-proposed', `payment:${uid}`, detail);
  if (!isAgreed) return viewAfter(ctx, uid);
  await decidePayment(ctx, uid, { to: 'ready', answer: said });
  await settleRequests(tx, uid, 'answered', 'accepted');
  await stopClock(tx, uid);
  return viewAfter(ctx, uid);
};

function answerOf({ bankQuestion }: ReviewedPayment, answer: string | undefined): string | undefined {
  const fault = (code: string, message: string) =>
    new Refusal('validation_failed', { errors: [{ field: 'answer', code, message }] });
  if (bankQuestion && !answer) throw fault('required', 'Say what the bank wants to know: it gave this payment back');
  if (!bankQuestion && answer) throw fault('invalid', 'The bank asked nothing about this payment');
  return answer;
}

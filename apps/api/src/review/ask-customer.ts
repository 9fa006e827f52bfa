import type { contract } from '@larkmere/contract/contract';
import { v7 } from 'uuid';
import { audit } from '../kernel/audit.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Verb } from '../kernel/verb.ts';
import { decidePayment } from '../payment/payment.ts';
import { waitsForCustomer } from './keep-promise.ts';
import { requireReview, viewAfter } from './require-review.ts';
import { dropRelease, insertRequest, settleRequests } from './review.sql.ts';

/**
 * Asks the customer, and marks earlier answers as insufficient. Refuses `access_denied`, `not_found`, and
 * `invalid_transition` unless the payment is in review, and while the bank reports it as made.
 */
export const askCustomer: Verb<typeof contract.review.ask> = async (ctx, { uid, questions }) => {
  const { tx, actor } = ctx;
  const payment = await requireReview(ctx, uid);
  if (payment.state !== 'in_review') throw new Refusal('invalid_transition');
  await settleRequests(tx, uid, 'answered', 'insufficient');
  await settleRequests(tx, uid, 'action_required', 'closed');
  await dropRelease(tx, uid);
  const { customerId } = payment;
  const waits = await waitsForCustomer(ctx, uid);
  const id = v7();
  await insertRequest(ctx, {
    id,
    paymentId: uid,
    customerId,
    questions,
    askedBy: actor.staffId,
    dueAt: waits.deadlineAt,
  });
  await decidePayment(ctx, uid, {
    to: 'info_required',
    reasonCode: payment.reasonCode ?? 'extra_checks',
    reason: 'We have a question about this payment. Your money is set aside and safe.',
    nextStep: 'Answer our question on the page of the payment.',
    ...waits,
  });
  await audit(ctx, 'review.asked', `payment:${uid}`, { request: id, questions });
  return viewAfter(ctx, uid);
};

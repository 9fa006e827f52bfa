import type { contract } from '@larkmere/contract/contract';
import { defaultText } from '@larkmere/messages/format-message';
import { v7 } from 'uuid';
import { decidePayment } from '../../payments/payment/payment.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { requireOwnClaim } from './require-own-claim.ts';
import { loadReviewView, lockReviewedPayment } from './require-review.ts';
import { deleteOpenDecision, insertRequest, updateRequestStates } from './review.sql.ts';
import { findCustomerDeadlines } from './send-due-update.ts';
import { requireReviewer } from './with-compliance.ts';

/**
 * Asks the customer, and marks earlier answers as insufficient. Refuses `access_denied`, `not_found`,
 * `review_claimed`, and `invalid_transition` unless the payment is in review, and while the bank reports it as made.
 */
export const requestInformation: Verb<typeof contract.review.requestInformation> = async (ctx, input) => {
  const { uid, reason, questions } = input;
  const { tx, actor } = ctx;
  const payment = await lockReviewedPayment(ctx, uid);
  await requireReviewer(ctx, uid);
  if (payment.state !== 'in_review') throw new Refusal('invalid_transition');
  await requireOwnClaim(ctx, uid);
  await updateRequestStates(tx, uid, 'answered', 'insufficient');
  await updateRequestStates(tx, uid, 'action_required', 'closed');
  await deleteOpenDecision(tx, uid);
  const { customerId } = payment;
  const waits = await findCustomerDeadlines(ctx, uid);
  const id = v7();
  await insertRequest(ctx, {
    id,
    paymentId: uid,
    customerId,
    reason,
    questions,
    requestedBy: actor.staffId,
    dueAt: waits.deadlineAt,
  });
  await decidePayment(ctx, uid, {
    to: 'info_required',
    reasonCode: payment.reasonCode ?? 'extra_checks',
    reason: defaultText('payment_question_asked'),
    nextStep: defaultText('payment_question_asked_next'),
    ...waits,
  });
  await audit(ctx, 'review.information_requested', `payment:${uid}`, { request: id, reason, questions });
  return loadReviewView(ctx, uid);
};

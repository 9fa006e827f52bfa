import type { contract } from '@larkmere/contract/contract';
import { updatePendingStatus } from '../../payments/payment/payment.ts';
import type { Tx } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { lockReviewedPayment, requireCompliance } from './require-reviewer.ts';
import { findEndOfWorkingDay, type ReviewedPayment } from './review.read.ts';
import {
  markCustomerNotified,
  recordGrounds,
  selectStatutoryHolds,
  shortenOpenRequests,
  startStatutoryHold,
} from './review.sql.ts';
import { paymentDelayed } from './review.ts';
import { loadReviewView } from './review.view.ts';

/**
 * Holds GBP for suspected fraud. Grounds are due by the end of the next working day after receipt, and the hold ends
 * with the fourth. The customer is told, unless compliance says that this would be tipping off; `tippingOff: false`
 * tells them later. Refuses `access_denied`, `not_found` and `invalid_transition` for anything but GBP in review.
 */
export const placeFraudHold: Verb<typeof contract.review.placeFraudHold> = async (
  ctx,
  { uid, grounds, tippingOff },
) => {
  const { tx, actor } = ctx;
  const payment = await lockReviewedPayment(ctx, uid);
  if (tippingOff) requireCompliance(actor);
  const isHeld = payment.state === 'in_review' || payment.state === 'info_required';
  if (!isHeld || payment.currency !== 'GBP') throw new Refusal('invalid_transition');
  const { receivedAt } = payment;
  const [groundsDueAt, deadlineAt] = [
    await findEndOfWorkingDay(tx, receivedAt, 1),
    await findEndOfWorkingDay(tx, receivedAt, 4),
  ];
  const isNew = await startStatutoryHold(tx, {
    paymentId: uid,
    receivedAt,
    groundsDueAt,
    deadlineAt,
    isCustomerNotified: !tippingOff,
  });
  const endsSilence = !isNew && tippingOff === false && (await markCustomerNotified(tx, uid));
  if (endsSilence) requireCompliance(actor);
  if (grounds !== undefined) await recordGrounds(tx, uid, grounds, actor.staffId);
  if (endsSilence || (isNew && !tippingOff)) await announceDelay(ctx, payment, deadlineAt);
  await audit(ctx, 'review.fraud_hold_placed', `payment:${uid}`, {
    hasGrounds: grounds !== undefined,
    tippingOff: tippingOff ?? null,
  });
  return loadReviewView(ctx, uid);
};

/** No date that was promised may be later than the end of the hold. */
async function announceDelay(ctx: StaffCtx, payment: ReviewedPayment, deadlineAt: Date): Promise<void> {
  const { id, state, customerId, userId, payeeName } = payment;
  const limit = state === 'in_review' ? deadlineAt : earlierOf(payment.deadlineAt ?? deadlineAt, deadlineAt);
  const nextUpdateAt = earlierOf(payment.nextUpdateAt ?? limit, limit);
  await updatePendingStatus(ctx, id, { deadlineAt: limit, nextUpdateAt }, { isAnnounced: false });
  await shortenOpenRequests(ctx.tx, id, limit);
  const news = { paymentId: id, customerId, userId, payeeName, deadlineAt: deadlineAt.toISOString() };
  await emit(ctx, paymentDelayed, news);
}

export const earlierOf = (a: Date, b: Date): Date => (a < b ? a : b);

export async function capAtStatutoryDeadline(tx: Tx, paymentId: string, moment: Date): Promise<Date> {
  const running = (await selectStatutoryHolds(tx, [paymentId])).find(({ endedAt }) => endedAt === null);
  return running ? earlierOf(moment, running.deadlineAt) : moment;
}

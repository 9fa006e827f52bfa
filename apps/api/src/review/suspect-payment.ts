import type { contract } from '@larkmere/contract/contract';
import { audit } from '../kernel/audit.ts';
import { emit } from '../kernel/outbox.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { StaffCtx, Verb } from '../kernel/verb.ts';
import { sayAnew } from '../payment/payment.ts';
import { requireCompliance, requireReview, viewAfter } from './require-review.ts';
import { endOfWorkingDay, type ReviewedPayment } from './review.read.ts';
import { markTold, recordGrounds, shortenRequests, startClock } from './review.sql.ts';
import { paymentDelayed } from './review.ts';
import { earlier } from './within-clock.ts';

/**
 * Holds GBP for suspected fraud. Grounds are due by the end of the next working day after receipt, and the hold ends
 * with the fourth. The customer is told, unless compliance says that this would be tipping off; `tippingOff: false`
 * tells them later. Refuses `access_denied`, `not_found` and `invalid_transition` for anything but GBP in review.
 */
export const suspectPayment: Verb<typeof contract.review.suspect> = async (ctx, { uid, grounds, tippingOff }) => {
  const { tx, actor } = ctx;
  const payment = await requireReview(ctx, uid);
  if (tippingOff) requireCompliance(actor);
  const isHeld = payment.state === 'in_review' || payment.state === 'info_required';
  if (!isHeld || payment.currency !== 'GBP') throw new Refusal('invalid_transition');
  const { receivedAt } = payment;
  const [groundsDueAt, deadlineAt] = [
    await endOfWorkingDay(tx, receivedAt, 1),
    await endOfWorkingDay(tx, receivedAt, 4),
  ];
  const isNew = await startClock(tx, { paymentId: uid, receivedAt, groundsDueAt, deadlineAt, isTold: !tippingOff });
  const endsSilence = !isNew && tippingOff === false && (await markTold(tx, uid));
  if (endsSilence) requireCompliance(actor);
  if (grounds !== undefined) await recordGrounds(tx, uid, grounds, actor.staffId);
  if (endsSilence || (isNew && !tippingOff)) await tellOfDelay(ctx, payment, deadlineAt);
  await audit(ctx, 'review.suspected', `payment:${uid}`, {
    hasGrounds: grounds !== undefined,
    tippingOff: tippingOff ?? null,
  });
  return viewAfter(ctx, uid);
};

/** No date that was promised may be later than the end of the hold. */
async function tellOfDelay(ctx: StaffCtx, payment: ReviewedPayment, deadlineAt: Date): Promise<void> {
  const { id, state, customerId, personId, payeeName } = payment;
  const limit = state === 'in_review' ? deadlineAt : earlier(payment.deadlineAt ?? deadlineAt, deadlineAt);
  const nextUpdateAt = earlier(payment.nextUpdateAt ?? limit, limit);
  await sayAnew(ctx, id, { deadlineAt: limit, nextUpdateAt }, { isTold: false });
  await shortenRequests(ctx.tx, id, limit);
  const news = { paymentId: id, customerId, personId, payeeName, deadlineAt: deadlineAt.toISOString() };
  await emit(ctx, paymentDelayed, news);
}

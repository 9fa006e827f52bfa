import type { contract } from '@larkmere/contract/contract';
import { audit } from '../kernel/audit.ts';
import { emit } from '../kernel/outbox.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Verb } from '../kernel/verb.ts';
import { sayAnew } from '../payment/payment.ts';
import { requireCompliance, requireReview, viewAfter } from './require-review.ts';
import { endOfWorkingDay } from './review.read.ts';
import { recordGrounds, startClock } from './review.sql.ts';
import { paymentDelayed } from './review.ts';

/**
 * Pounds are held for suspected fraud: the legal clock starts with the day on which the order came, and the customer is told
 * of the delay, unless compliance says that this would be tipping off. Called again, or with them at once, it records the
 * grounds, which are due by the end of the next working day. The hold ends with the fourth. Refuses `access_denied`,
 * `not_found` and `invalid_transition` for anything but pounds under review.
 */
export const suspectPayment: Verb<typeof contract.review.suspect> = async (
  ctx,
  { uid, grounds, tippingOff = false },
) => {
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
  const isNew = await startClock(tx, {
    paymentId: uid,
    receivedAt,
    groundsDueAt,
    deadlineAt,
    isTold: !tippingOff,
  });
  if (grounds !== undefined) await recordGrounds(tx, uid, grounds, actor.staffId);
  const { customerId, personId, payeeName } = payment;
  const news = { paymentId: uid, customerId, personId, payeeName, deadlineAt: deadlineAt.toISOString() };
  if (isNew && !tippingOff) {
    if (payment.state === 'in_review') await sayAnew(ctx, uid, { deadlineAt }, { isTold: false });
    await emit(ctx, paymentDelayed, news);
  }
  await audit(ctx, 'review.suspected', `payment:${uid}`, { hasGrounds: grounds !== undefined, tippingOff });
  return viewAfter(ctx, uid);
};

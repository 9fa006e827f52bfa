import { audit } from '../kernel/audit.ts';
import { lockAll } from '../kernel/lock.ts';
import { emit } from '../kernel/outbox.ts';
import type { Ctx } from '../kernel/verb.ts';
import { decidePayment, sayAnew } from '../payment/payment.ts';
import { documentTypesOf, findReviewed, promisesOf, type ReviewedPayment } from './review.read.ts';
import { answerMissing } from './review.ts';
import { earlier, withinClock } from './within-clock.ts';

const dayMs = 24 * 3_600_000;
const daysFrom = (from: Date, days: number): Date => new Date(from.getTime() + days * dayMs);

/**
 * Sends the update that is due: a reminder of our question, or that the review continues. A required document that is a
 * day late is requested. Does nothing when the payment has moved on.
 */
export async function keepPromise(ctx: Ctx, id: string): Promise<void> {
  await lockAll(ctx.tx, [`review.payment:${id}`]);
  const payment = await findReviewed(ctx.tx, id);
  if (!payment?.nextUpdateAt || payment.nextUpdateAt > ctx.now) return;
  if (payment.state === 'info_required') return remind(ctx, payment);
  if (payment.state !== 'in_review') return;
  const isWaitedFor = payment.reasonCode === 'documents_needed' && (await lacksDocuments(ctx, payment));
  await (isWaitedFor ? askForDocuments(ctx, payment) : stillLooking(ctx, payment));
}

export async function lacksDocuments({ tx }: Ctx, { id, documentsRequired }: ReviewedPayment): Promise<boolean> {
  const sent = await documentTypesOf(tx, id);
  return documentsRequired.some((type) => !sent.has(type));
}

export async function waitsForCustomer(
  { tx, now }: Ctx,
  id: string,
): Promise<{ nextUpdateAt: Date; deadlineAt: Date }> {
  const { answerDays, reminderDays } = await promisesOf(tx);
  const deadlineAt = await withinClock(tx, id, daysFrom(now, answerDays));
  return { nextUpdateAt: earlier(daysFrom(now, reminderDays[0] ?? answerDays), deadlineAt), deadlineAt };
}

async function askForDocuments(ctx: Ctx, { id }: ReviewedPayment): Promise<void> {
  await decidePayment(ctx, id, {
    to: 'info_required',
    reasonCode: 'documents_needed',
    reason: 'A payment of this size needs a document, and we have none yet. Your money is set aside and safe.',
    nextStep: 'Send the document on the page of the payment.',
    ...(await waitsForCustomer(ctx, id)),
  });
  await audit(ctx, 'review.document-asked', `payment:${id}`);
}

async function stillLooking(ctx: Ctx, { id, deadlineAt }: ReviewedPayment): Promise<void> {
  const isOver = !deadlineAt || deadlineAt <= ctx.now;
  const { newsHours } = await promisesOf(ctx.tx);
  const next = daysFrom(ctx.now, newsHours / 24);
  const nextUpdateAt = isOver ? next : earlier(next, deadlineAt);
  await sayAnew(ctx, id, {
    reason: 'We are still looking at this payment. Your money is set aside and safe.',
    nextUpdateAt,
    ...(isOver ? { deadlineAt: next } : {}),
  });
  await audit(ctx, 'review.took-longer', `payment:${id}`);
}

async function remind(ctx: Ctx, payment: ReviewedPayment): Promise<void> {
  const { id: paymentId, customerId, personId, payeeName, deadlineAt } = payment;
  if (!deadlineAt || deadlineAt <= ctx.now) return;
  const { answerDays, reminderDays } = await promisesOf(ctx.tx);
  const asked = daysFrom(deadlineAt, -answerDays);
  const nextUpdateAt = reminderDays.map((days) => daysFrom(asked, days)).find((day) => day > ctx.now) ?? deadlineAt;
  await sayAnew(ctx, paymentId, { nextUpdateAt }, { isTold: false });
  await emit(ctx, answerMissing, { paymentId, customerId, personId, payeeName, dueAt: deadlineAt.toISOString() });
  await audit(ctx, 'review.reminded', `payment:${paymentId}`);
}

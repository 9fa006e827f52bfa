import { defaultText } from '@larkmere/messages/format-message';
import { decidePayment, paymentSetting, updatePendingStatus } from '../../payments/payment/payment.ts';
import { acquireLocks } from '../../platform/db/advisory-lock.ts';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { capAtStatutoryDeadline, earlierOf } from './cap-at-statutory-deadline.ts';
import { findReviewedPayment, type ReviewedPayment, selectDocumentTypes } from './review.read.ts';
import { answerOverdue } from './review.ts';

const dayMs = 24 * 3_600_000;
const addDays = (from: Date, days: number): Date => new Date(from.getTime() + days * dayMs);

/**
 * Sends the update that is due: a reminder of our question, or that the review continues. A required document that is a
 * day late is requested. Does nothing when the payment has moved on.
 */
export async function sendDueUpdate(ctx: Ctx, id: string): Promise<void> {
  await acquireLocks(ctx.tx, [`review.payment:${id}`]);
  const payment = await findReviewedPayment(ctx.tx, id);
  if (!payment?.nextUpdateAt || payment.nextUpdateAt > ctx.now) return;
  if (payment.state === 'info_required') return remindCustomer(ctx, payment);
  if (payment.state !== 'in_review') return;
  const isWaitedFor = payment.reasonCode === 'documents_needed' && (await isMissingDocuments(ctx, payment));
  await (isWaitedFor ? requestDocuments(ctx, payment) : announceLongerReview(ctx, payment));
}

export async function isMissingDocuments({ tx }: Ctx, { id, documentsRequired }: ReviewedPayment): Promise<boolean> {
  const sent = await selectDocumentTypes(tx, id);
  return documentsRequired.some((type) => !sent.has(type));
}

export async function findCustomerDeadlines(
  { tx, now }: Ctx,
  id: string,
): Promise<{ nextUpdateAt: Date; deadlineAt: Date }> {
  const { holdDays, reminderDays } = await requireSetting(tx, paymentSetting, {});
  const deadlineAt = await capAtStatutoryDeadline(tx, id, addDays(now, holdDays));
  return { nextUpdateAt: earlierOf(addDays(now, reminderDays[0] ?? holdDays), deadlineAt), deadlineAt };
}

async function requestDocuments(ctx: Ctx, { id }: ReviewedPayment): Promise<void> {
  await decidePayment(ctx, id, {
    to: 'info_required',
    reasonCode: 'documents_needed',
    reason: defaultText('payment_document_missing'),
    nextStep: defaultText('payment_document_missing_next'),
    ...(await findCustomerDeadlines(ctx, id)),
  });
  await audit(ctx, 'review.document_requested', `payment:${id}`);
}

async function announceLongerReview(ctx: Ctx, { id, deadlineAt }: ReviewedPayment): Promise<void> {
  const isOver = !deadlineAt || deadlineAt <= ctx.now;
  const { updateIntervalHours } = await requireSetting(ctx.tx, paymentSetting, {});
  const next = addDays(ctx.now, updateIntervalHours / 24);
  const nextUpdateAt = isOver ? next : earlierOf(next, deadlineAt);
  await updatePendingStatus(ctx, id, {
    reason: defaultText('payment_still_in_review'),
    nextUpdateAt,
    ...(isOver ? { deadlineAt: next } : {}),
  });
  await audit(ctx, 'review.overdue', `payment:${id}`);
}

async function remindCustomer(ctx: Ctx, payment: ReviewedPayment): Promise<void> {
  const { id: paymentId, customerId, userId, payeeName, deadlineAt } = payment;
  if (!deadlineAt || deadlineAt <= ctx.now) return;
  const { holdDays, reminderDays } = await requireSetting(ctx.tx, paymentSetting, {});
  const asked = addDays(deadlineAt, -holdDays);
  const nextUpdateAt = reminderDays.map((days) => addDays(asked, days)).find((day) => day > ctx.now) ?? deadlineAt;
  await updatePendingStatus(ctx, paymentId, { nextUpdateAt }, { isAnnounced: false });
  await emit(ctx, answerOverdue, { paymentId, customerId, userId, payeeName, dueAt: deadlineAt.toISOString() });
  await audit(ctx, 'review.reminded', `payment:${paymentId}`);
}

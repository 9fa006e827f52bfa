import { defaultText } from '@larkmere/messages/format-message';
import { decidePayment, paymentSetting, updatePendingStatus } from '../../payments/payment/payment.ts';
import { acquireLocks } from '../../platform/db/transaction.ts';
import { emit } from '../../platform/events/outbox.ts';
import { defineJob, type JobRun } from '../../platform/jobs/job.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { capAtStatutoryDeadline, earlierOf } from './place-fraud-hold.ts';
import {
  findReviewedPayment,
  type ReviewedPayment,
  selectDocumentTypes,
  selectPaymentsDueUpdate,
  selectStaleRequests,
  selectUnansweredPayments,
} from './review.read.ts';
import { claimHoldAlerts, closeReview, endStatutoryHold, lockExpiredHolds, updateRequestStates } from './review.sql.ts';
import { answerOverdue } from './review.ts';

const batchSize = 50;

export const reviewTimeouts = defineJob({
  name: 'process-review-timeouts',
  everySeconds: 30,
  run: processReviewTimeouts,
});

/** Safe to run in several processes, and after a crash. */
export async function processReviewTimeouts({ transaction: run }: Pick<JobRun, 'transaction'>): Promise<void> {
  for (const about of ['grounds', 'last_day'] as const)
    await run(async (ctx) => {
      for (const { paymentId, grounds, deadlineAt } of await claimHoldAlerts(ctx.tx, about, batchSize))
        await audit(ctx, 'review.hold_alert', `payment:${paymentId}`, {
          about,
          deadlineAt: deadlineAt.toISOString(),
          hasGrounds: grounds !== null,
        });
    });
  await run(async ({ tx }) => {
    for (const id of await selectStaleRequests(tx, batchSize))
      for (const state of ['action_required', 'answered'] as const) await updateRequestStates(tx, id, state, 'closed');
  });
  // Expiry comes first, so that no expired payment is promised another day.
  for (const id of await run(({ tx }) => selectUnansweredPayments(tx, batchSize)))
    await run((ctx) => expireReview(ctx, id));
  await run(async (ctx) => {
    for (const { paymentId } of await lockExpiredHolds(ctx.tx, batchSize)) await expireStatutoryHold(ctx, paymentId);
  });
  for (const id of await run(({ tx }) => selectPaymentsDueUpdate(tx, batchSize)))
    await run((ctx) => sendDueUpdate(ctx, id));
}

async function expireReview(ctx: Ctx, id: string): Promise<void> {
  const reason = defaultText('payment_expired_no_answer');
  if (!(await tryDecidePayment(ctx, id, { to: 'expired', reasonCode: null, reason }))) return;
  await updateRequestStates(ctx.tx, id, 'action_required', 'expired');
  await closeReview(ctx.tx, id);
  await audit(ctx, 'review.expired', `payment:${id}`);
}

/**
 * The law limits a hold for suspicion to four working days. Undecided, the money goes back to the payer, unless the
 * bank reports that it paid: then a person settles it.
 */
async function expireStatutoryHold(ctx: Ctx, id: string): Promise<void> {
  const reason = defaultText('payment_expired_checks');
  const payment = await findReviewedPayment(ctx.tx, id);
  if (payment?.state === 'in_review' && payment.bankQuestion?.reportsSettlement) {
    await endStatutoryHold(ctx.tx, id);
    await audit(ctx, 'review.hold_expired', `payment:${id}`, { bankSaysMade: true });
    return;
  }
  if (payment?.state === 'info_required') {
    await tryDecidePayment(ctx, id, { to: 'expired', reasonCode: 'extra_checks', reason });
    await updateRequestStates(ctx.tx, id, 'action_required', 'expired');
  } else await tryDecidePayment(ctx, id, { to: 'rejected', reasonCode: 'extra_checks', reason });
  await closeReview(ctx.tx, id);
  await audit(ctx, 'review.hold_expired', `payment:${id}`);
}

async function tryDecidePayment(ctx: Ctx, id: string, decision: Parameters<typeof decidePayment>[2]): Promise<boolean> {
  try {
    await decidePayment(ctx, id, decision);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

const dayMs = 24 * 3_600_000;
const addDays = (from: Date, days: number): Date => new Date(from.getTime() + days * dayMs);

/**
 * Sends the update that is due: a reminder of our question, or that the review continues. A required document that is a
 * day late is requested. Does nothing when the payment has moved on.
 */
async function sendDueUpdate(ctx: Ctx, id: string): Promise<void> {
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
  const requestedAt = addDays(deadlineAt, -holdDays);
  const nextUpdateAt =
    reminderDays.map((days) => addDays(requestedAt, days)).find((day) => day > ctx.now) ?? deadlineAt;
  await updatePendingStatus(ctx, paymentId, { nextUpdateAt }, { isAnnounced: false });
  await emit(ctx, answerOverdue, { paymentId, customerId, userId, payeeName, dueAt: deadlineAt.toISOString() });
  await audit(ctx, 'review.reminded', `payment:${paymentId}`);
}

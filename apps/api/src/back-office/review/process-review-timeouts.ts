import { defaultText } from '@larkmere/messages/format-message';
import { decidePayment } from '../../payments/payment/payment.ts';
import { defineJob, type JobRun } from '../../platform/jobs/job.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import {
  findReviewedPayment,
  selectPaymentsDueUpdate,
  selectStaleRequests,
  selectUnansweredPayments,
} from './review.read.ts';
import { claimHoldAlerts, closeReview, endStatutoryHold, lockExpiredHolds, updateRequestStates } from './review.sql.ts';
import { sendDueUpdate } from './send-due-update.ts';

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

import { defineJob, type JobRun } from '../../platform/jobs/job.ts';
import type { Log } from '../../platform/observability/log.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { lockFundedPayments } from '../payment/payment.read.ts';
import { type DueScheduledPayment, findDuePerCustomer, retryScheduledNow } from '../payment/schedule.sql.ts';
import { executeScheduledPayment } from './execute-scheduled-payment.ts';
import { handleFailedExecution, postponeScheduledPayment } from './handle-failed-execution.ts';

const maxBatchSize = 50;

/**
 * One pass over due scheduled payments, safe with any number of workers: state change and hold are one transaction.
 * Returns how many were processed.
 */
export async function runScheduledPayments({ transaction, transactions, log }: Omit<JobRun, 'db'>): Promise<number> {
  await transaction(async ({ tx, now }) => {
    const funded = await lockFundedPayments(tx, now);
    if (funded.length > 0) await retryScheduledNow(tx, funded, now);
  });
  let dealt = 0;
  for (;;) {
    const due = await transaction(({ tx, now }) => findDuePerCustomer(tx, now, maxBatchSize));
    const outcomes = await transactions(due.map((each) => (ctx) => executeScheduledPayment(ctx, each)));
    let moved = 0;
    for (const [i, outcome] of outcomes.entries()) {
      if (outcome.status === 'rejected')
        await transaction((ctx) => recoverFailedExecution(ctx, due[i] as DueScheduledPayment, outcome.reason, log));
      if (outcome.status === 'rejected' || outcome.value) moved += 1;
    }
    dealt += moved;
    if (moved === 0) return dealt;
  }
}

async function recoverFailedExecution(ctx: Ctx, { id }: DueScheduledPayment, reason: unknown, log: Log): Promise<void> {
  if (reason instanceof Refusal) return handleFailedExecution(ctx, id, reason);
  log.error({ err: reason, payment: id }, 'a planned payment could not be looked at');
  await postponeScheduledPayment(ctx, id);
}

export const scheduledPaymentJob = defineJob({
  name: 'run-scheduled-payments',
  everySeconds: 1,
  run: runScheduledPayments,
});

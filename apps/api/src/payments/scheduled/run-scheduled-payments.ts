import { money } from '@larkmere/money/money';
import { findBankAccount } from '../../accounts/bank-account/bank-account.ts';
import { type Principal, payerFor } from '../../customers/customer/customer.ts';
import { selectUnchangedVersion } from '../../payees/payee/payee.ts';
import { pipeline } from '../../platform/db/pipeline-driver.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { defineJob, type JobRun } from '../../platform/jobs/job.ts';
import type { Log } from '../../platform/observability/log.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { zip } from '../../platform/values/values.ts';
import { initiatePayment, type ScheduledDayPayment } from '../initiation/initiation.ts';
import { lockFundedPayments } from '../payment/payment.read.ts';
import { lockPayer } from '../payment/payment.sql.ts';
import type { Payment } from '../payment/payment.ts';
import {
  type DueScheduledPayment,
  findDuePerCustomer,
  lockDueScheduledPayment,
  lockScheduledToPayee,
  retryScheduledNow,
} from '../payment/schedule.sql.ts';
import { handleFailedExecution, postponeScheduledPayment, rejectScheduledPayment } from './handle-failed-execution.ts';

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
    for (const [payment, outcome] of zip(due, outcomes)) {
      if (outcome.status === 'rejected')
        await transaction((ctx) => recoverFailedExecution(ctx, payment, outcome.reason, log));
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

/**
 * Executes a scheduled payment on its day. All checks run again, with the fee capped at the agreed one. Returns false
 * if there was nothing to do. The refusals of `initiatePayment` propagate and roll back.
 */
async function executeScheduledPayment(ctx: Ctx, { id, customerId }: DueScheduledPayment): Promise<boolean> {
  const { tx, now } = ctx;
  const [, payment] = await pipeline(lockPayer(tx, customerId), lockDueScheduledPayment(tx, { id, now }));
  if (!payment) return false;
  // After the deadline that the payer was given nothing is sent, even if funds arrived since.
  if (payment.deadlineAt && payment.deadlineAt <= now) throw new Refusal('insufficient_funds');
  const { payer, order } = await rebuildOrder(ctx, payment);
  await initiatePayment(ctx, payer, order);
  return true;
}

async function rebuildOrder({ tx }: Ctx, p: Payment): Promise<{ payer: Principal; order: ScheduledDayPayment }> {
  const [payer, account, payeeVersion] = await pipeline(
    payerFor(tx, { userId: p.userId, customerId: p.customerId }),
    findBankAccount(tx, p.accountId),
    selectUnchangedVersion(tx, { id: p.payeeId, version: p.payeeVersion }),
  );
  if (!payer || !account) throw new Refusal('account_restricted');
  if (payeeVersion === undefined) throw new Refusal('payee_changed');
  const order: ScheduledDayPayment = {
    source: 'scheduled_day',
    payment: p,
    kind: p.kind,
    rail: p.rail,
    route: p.route,
    serviceKey: p.service ?? '',
    sourceBankholderId: account.bankholderId,
    payeeUid: p.payeeId,
    payeeVersion,
    amount: money(p.currency, p.amountMinor),
    reference: p.payeeReference,
    ...(p.chargeBearer && { chargeBearer: p.chargeBearer }),
  };
  return { payer, order };
}

/**
 * Ends scheduled payments when the bank details of their payee change, while there is time to create them again. Other
 * changes have no effect.
 */
export const rejectScheduledToChangedPayee: TransactionalHandler<{ payeeId: string }> = async (
  ctx,
  { payload: { payeeId } },
) => {
  for (const payment of await lockScheduledToPayee(ctx.tx, payeeId)) {
    const approved = { id: payeeId, version: payment.payeeVersion };
    if ((await selectUnchangedVersion(ctx.tx, approved)) === undefined)
      await rejectScheduledPayment(ctx, payment, new Refusal('payee_changed'));
  }
};

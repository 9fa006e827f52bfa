import { randomUUID } from 'node:crypto';
import { groupCommit } from '../../platform/batching/group-commit.ts';
import type { Db } from '../../platform/db/db.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Log } from '../../platform/observability/log.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, SystemActor } from '../../platform/requests/verb.ts';
import { lockFundedPayments } from '../payment/payment.read.ts';
import { type DueScheduledPayment, findDuePerCustomer, retryScheduledNow } from '../payment/schedule.sql.ts';
import { executeScheduledPayment } from './execute-scheduled-payment.ts';
import { handleFailedExecution, postponeScheduledPayment } from './handle-failed-execution.ts';

type Work<T> = (ctx: Ctx<SystemActor>) => Promise<T>;

export type TransactionRunner = Readonly<{
  runOne: <T>(work: Work<T>) => Promise<T>;
  runMany: <T>(works: readonly Work<T>[]) => Promise<PromiseSettledResult<T>[]>;
}>;

const maxBatchSize = 50;

/**
 * One pass over due scheduled payments, safe with any number of workers: state change and hold are one transaction.
 * Returns how many were processed.
 */
export async function runScheduledPayments({ runOne, runMany }: TransactionRunner, log: Log): Promise<number> {
  await runOne(async ({ tx, now }) => {
    const funded = await lockFundedPayments(tx, now);
    if (funded.length > 0) await retryScheduledNow(tx, funded, now);
  });
  let dealt = 0;
  for (;;) {
    const due = await runOne(({ tx, now }) => findDuePerCustomer(tx, now, maxBatchSize));
    const outcomes = await runMany(due.map((each) => (ctx) => executeScheduledPayment(ctx, each)));
    let moved = 0;
    for (const [i, outcome] of outcomes.entries()) {
      if (outcome.status === 'rejected')
        await runOne((ctx) => recoverFailedExecution(ctx, due[i] as DueScheduledPayment, outcome.reason, log));
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

const actor: SystemActor = { kind: 'system', name: 'run-scheduled-payments' };

export function runDueScheduledPayments(db: Db, log: Log): Promise<number> {
  const requestId = `planned:${randomUUID()}`;
  const asSystem =
    <T>(work: Work<T>) =>
    (tx: Ctx['tx'], now: Date): Promise<T> =>
      work({ tx, now, actor, requestId });
  return runScheduledPayments(
    {
      runOne: (work) => inTransaction(db, asSystem(work)),
      runMany: (works) => groupCommit(db, works.map(asSystem)),
    },
    log,
  );
}

import { randomUUID } from 'node:crypto';
import { groupCommit } from '../../platform/batching/group-commit.ts';
import type { Db } from '../../platform/db/db.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Log } from '../../platform/observability/log.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, SystemActor } from '../../platform/requests/verb.ts';
import { payOccurrences } from './pay-occurrences.ts';
import { isServiceAvailable } from './permission.read.ts';
import { postponeOccurrence, retryOccurrence } from './retry-occurrence.ts';
import { markDue, selectDueByCustomer } from './standing-order.sql.ts';
import { warnOfShortfalls } from './warn-of-shortfalls.ts';

type Work<T> = (ctx: Ctx<SystemActor>) => Promise<T>;

export type TransactionRunner = Readonly<{
  runOne: <T>(work: Work<T>) => Promise<T>;
  runMany: <T>(works: readonly Work<T>[]) => Promise<PromiseSettledResult<T>[]>;
}>;

const maxMarked = 1000;
const maxBatchSize = 100;

/**
 * Any number of workers may run this: a date and its payment commit together. Returns the number of dates processed.
 */
export async function runStandingOrders({ runOne, runMany }: TransactionRunner, log: Log): Promise<number> {
  await runOne(warnOfShortfalls);
  await runOne(({ tx, now }) => markDue(tx, now, maxMarked));
  let dealt = 0;
  for (;;) {
    const customers = await runOne(async ({ tx, now }) =>
      (await isServiceAvailable(tx)) ? selectDueByCustomer(tx, now, maxBatchSize) : [],
    );
    const outcomes = await runMany(customers.map((ids) => (ctx) => payOccurrences(ctx, ids)));
    let moved = 0;
    for (const [i, outcome] of outcomes.entries())
      moved +=
        outcome.status === 'fulfilled'
          ? outcome.value
          : await payOneByOne({ runOne, log }, customers[i] ?? [], outcome.reason);
    dealt += moved;
    if (moved === 0) return dealt;
  }
}

/** Retries each date of a failed transaction alone, so that one bad date does not delay the rest. */
async function payOneByOne(
  { runOne, log }: Pick<TransactionRunner, 'runOne'> & { log: Log },
  ids: readonly string[],
  reason: unknown,
): Promise<number> {
  const [only, ...others] = ids;
  if (only && others.length === 0) await runOne((ctx) => handleFailure(ctx, only, reason, log));
  else
    for (const id of ids)
      await runOne((ctx) => payOccurrences(ctx, [id])).catch((error: unknown) =>
        runOne((ctx) => handleFailure(ctx, id, error, log)),
      );
  return ids.length;
}

async function handleFailure(ctx: Ctx, id: string, reason: unknown, log: Log): Promise<void> {
  const refusal = reason instanceof Error && reason.cause instanceof Refusal ? reason.cause : reason;
  if (refusal instanceof Refusal) return retryOccurrence(ctx, id, refusal);
  log.error({ err: reason, occurrence: id }, 'a date of a standing order could not be paid');
  await postponeOccurrence(ctx, id);
}

const actor: SystemActor = { kind: 'system', name: 'run-standing-orders' };

export function runStandingOrderJob(db: Db, log: Log): Promise<number> {
  const requestId = `standing-order:${randomUUID()}`;
  const asSystem =
    <T>(work: Work<T>) =>
    (tx: Ctx['tx'], now: Date): Promise<T> =>
      work({ tx, now, actor, requestId });
  return runStandingOrders(
    {
      runOne: (work) => inTransaction(db, asSystem(work)),
      runMany: (works) => groupCommit(db, works.map(asSystem)),
    },
    log,
  );
}

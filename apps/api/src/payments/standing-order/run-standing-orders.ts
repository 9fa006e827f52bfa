import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { defineJob, type JobRun } from '../../platform/jobs/job.ts';
import { canTransition } from '../../platform/lifecycle/lifecycle.ts';
import type { Log } from '../../platform/observability/log.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { blockOrder, postponeOccurrence, retryOccurrence } from './close-occurrence.ts';
import { loadPayeesAndAccounts } from './due-occurrence.read.ts';
import { warnOfShortfalls } from './forecast-shortfall.ts';
import { orderLifecycle } from './order-lifecycle.ts';
import { findBlockReason, payOccurrences } from './pay-occurrences.ts';
import { isServiceAvailable } from './permission.read.ts';
import {
  lockOrder,
  markDue,
  selectDueByCustomer,
  selectOpenOrdersByPayee,
  toState,
  updateOrder,
} from './standing-order.sql.ts';

const maxMarked = 1000;
const maxBatchSize = 100;

/**
 * Any number of workers may run this: a date and its payment commit together. Returns the number of dates processed.
 */
export async function runStandingOrders({ transaction, transactions, log }: Omit<JobRun, 'db'>): Promise<number> {
  await transaction(warnOfShortfalls);
  await transaction(({ tx, now }) => markDue(tx, now, maxMarked));
  let dealt = 0;
  for (;;) {
    const customers = await transaction(async ({ tx, now }) =>
      (await isServiceAvailable(tx)) ? selectDueByCustomer(tx, now, maxBatchSize) : [],
    );
    const outcomes = await transactions(customers.map((ids) => (ctx) => payOccurrences(ctx, ids)));
    let moved = 0;
    for (const [i, outcome] of outcomes.entries())
      moved +=
        outcome.status === 'fulfilled'
          ? outcome.value
          : await payOneByOne({ transaction, log }, customers[i] ?? [], outcome.reason);
    dealt += moved;
    if (moved === 0) return dealt;
  }
}

/** Retries each date of a failed transaction alone, so that one bad date does not delay the rest. */
async function payOneByOne(
  { transaction, log }: Pick<JobRun, 'transaction' | 'log'>,
  ids: readonly string[],
  reason: unknown,
): Promise<number> {
  const [only, ...others] = ids;
  if (only && others.length === 0) await transaction((ctx) => handleFailure(ctx, only, reason, log));
  else
    for (const id of ids)
      await transaction((ctx) => payOccurrences(ctx, [id])).catch((error: unknown) =>
        transaction((ctx) => handleFailure(ctx, id, error, log)),
      );
  return ids.length;
}

async function handleFailure(ctx: Ctx, id: string, reason: unknown, log: Log): Promise<void> {
  const refusal = reason instanceof Error && reason.cause instanceof Refusal ? reason.cause : reason;
  if (refusal instanceof Refusal) return retryOccurrence(ctx, id, refusal);
  log.error({ err: reason, occurrence: id }, 'a date of a standing order could not be paid');
  await postponeOccurrence(ctx, id);
}

export const standingOrderJob = defineJob({
  name: 'run-standing-orders',
  everySeconds: 1,
  run: runStandingOrders,
});

/** Blocks orders whose payee's bank details differ from the approved ones. Other payee changes do not block. */
export const onPayeeChanged: TransactionalHandler<{ payeeId: string }> = async (ctx, { payload: { payeeId } }) => {
  const { tx, now } = ctx;
  for (const id of await selectOpenOrdersByPayee(tx, payeeId)) {
    const order = await lockOrder(tx, id);
    const around = (await loadPayeesAndAccounts(tx, [id])).get(id);
    if (!order || !around) continue;
    const code = findBlockReason(around);
    if (code && canTransition(orderLifecycle, toState(order), 'blocked')) await blockOrder(ctx, order, code);
    else if (!code && around.payeeVersion !== order.payeeVersion)
      await updateOrder(tx, id, { payeeVersion: around.payeeVersion, changedAt: now });
  }
};

import { randomUUID } from 'node:crypto';
import type { Db } from '../../platform/db/db.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Ctx, SystemActor } from '../../platform/requests/verb.ts';
import { fillOrders } from './fill-orders.ts';
import { processOrderTimeouts } from './process-timeouts.ts';
import { triggerOrders } from './trigger-orders.ts';

const actor: SystemActor = { kind: 'system', name: 'run-auto-fx' };

type RunInTransaction = <T>(work: (ctx: Ctx<SystemActor>) => Promise<T>) => Promise<T>;

const maxFillsPerTransaction = 250;

/**
 * Safe to run in several workers at once, and to stop at any point. Returns the number of orders filled or rescheduled.
 */
export async function runAutoFx(transaction: RunInTransaction): Promise<number> {
  await transaction(processOrderTimeouts);
  await transaction(triggerOrders);
  let taken = 0;
  for (;;) {
    const some = await transaction((ctx) => fillOrders(ctx, maxFillsPerTransaction));
    taken += some;
    if (some < maxFillsPerTransaction) return taken;
  }
}

export function runAutoFxJob(db: Db): Promise<number> {
  const requestId = `auto-fx:${randomUUID()}`;
  return runAutoFx((work) => inTransaction(db, (tx, now) => work({ tx, actor, now, requestId })));
}

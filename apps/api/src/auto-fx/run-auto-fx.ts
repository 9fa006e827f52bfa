import { randomUUID } from 'node:crypto';
import type { Db } from '../kernel/db.ts';
import { inTransaction } from '../kernel/transaction.ts';
import type { Ctx, SystemActor } from '../kernel/verb.ts';
import { fillOrders } from './fill-orders.ts';
import { tendOrders } from './tend-orders.ts';
import { triggerOrders } from './trigger-orders.ts';

const actor: SystemActor = { kind: 'system', name: 'run-auto-fx' };

type Transaction = <T>(work: (ctx: Ctx<SystemActor>) => Promise<T>) => Promise<T>;

const mostInOneFill = 250;

/**
 * Safe to run in several workers at once, and to stop at any point. Returns the number of orders filled or rescheduled.
 */
export async function runAutoFx(transaction: Transaction): Promise<number> {
  await transaction(tendOrders);
  await transaction(triggerOrders);
  let taken = 0;
  for (;;) {
    const some = await transaction((ctx) => fillOrders(ctx, mostInOneFill));
    taken += some;
    if (some < mostInOneFill) return taken;
  }
}

export function tickAutoFx(db: Db): Promise<number> {
  const requestId = `auto-fx:${randomUUID()}`;
  return runAutoFx((work) => inTransaction(db, (tx, now) => work({ tx, actor, now, requestId })));
}

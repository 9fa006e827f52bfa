import { randomUUID } from 'node:crypto';
import type { Db } from '../kernel/db.ts';
import { inTransaction } from '../kernel/transaction.ts';
import type { Ctx, SystemActor } from '../kernel/verb.ts';
import { fillOrders } from './fill-orders.ts';
import { tendOrders } from './tend-orders.ts';
import { triggerOrders } from './trigger-orders.ts';

const actor: SystemActor = { kind: 'system', name: 'run-auto-fx' };

/** Short transactions, one after the other. */
type Transaction = <T>(work: (ctx: Ctx<SystemActor>) => Promise<T>) => Promise<T>;

const mostInOneFill = 250;

/**
 * One turn of Auto FX, on every move of the rates and once a second: tends to what time does, decides which orders fire,
 * and carries out all that have fired, those that another worker left behind included. Any number of workers may run it
 * at once, and one that dies takes nothing with it. Answers how many orders were carried out or put off.
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

/** The same turn when no rate has moved: schedules, days that are over, and what waits. */
export function tickAutoFx(db: Db): Promise<number> {
  const requestId = `auto-fx:${randomUUID()}`;
  return runAutoFx((work) => inTransaction(db, (tx, now) => work({ tx, actor, now, requestId })));
}

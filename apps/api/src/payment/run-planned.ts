import { randomUUID } from 'node:crypto';
import type { Db } from '../kernel/db.ts';
import type { Log } from '../kernel/log.ts';
import { Refusal } from '../kernel/refusal.ts';
import { inOneTransaction, inTransaction } from '../kernel/transaction.ts';
import type { Ctx, SystemActor } from '../kernel/verb.ts';
import { leaveAsPlanned } from './leave-as-planned.ts';
import { fundedByNow } from './payment.read.ts';
import { type Due, duePerCustomer, wakePlanned } from './plan.sql.ts';
import { putOffPlanned, settlePlanned } from './settle-planned.ts';

type Work<T> = (ctx: Ctx<SystemActor>) => Promise<T>;

export type Hands = Readonly<{
  alone: <T>(work: Work<T>) => Promise<T>;
  together: <T>(works: readonly Work<T>[]) => Promise<PromiseSettledResult<T>[]>;
}>;

const mostTogether = 50;

/**
 * One pass over due scheduled payments, safe with any number of workers: state change and hold are one transaction.
 * Returns how many were processed.
 */
export async function runPlanned({ alone, together }: Hands, log: Log): Promise<number> {
  await alone(async ({ tx, now }) => {
    const funded = await fundedByNow(tx, now);
    if (funded.length > 0) await wakePlanned(tx, funded, now);
  });
  let dealt = 0;
  for (;;) {
    const due = await alone(({ tx, now }) => duePerCustomer(tx, now, mostTogether));
    const outcomes = await together(due.map((each) => (ctx) => leaveAsPlanned(ctx, each)));
    let moved = 0;
    for (const [i, outcome] of outcomes.entries()) {
      if (outcome.status === 'rejected') await alone((ctx) => putRight(ctx, due[i] as Due, outcome.reason, log));
      if (outcome.status === 'rejected' || outcome.value) moved += 1;
    }
    dealt += moved;
    if (moved === 0) return dealt;
  }
}

async function putRight(ctx: Ctx, { id }: Due, reason: unknown, log: Log): Promise<void> {
  if (reason instanceof Refusal) return settlePlanned(ctx, id, reason);
  log.error({ err: reason, payment: id }, 'a planned payment could not be looked at');
  await putOffPlanned(ctx, id);
}

const actor: SystemActor = { kind: 'system', name: 'run-planned-payments' };

export function tickPlanned(db: Db, log: Log): Promise<number> {
  const requestId = `planned:${randomUUID()}`;
  const asSystem =
    <T>(work: Work<T>) =>
    (tx: Ctx['tx'], now: Date): Promise<T> =>
      work({ tx, now, actor, requestId });
  return runPlanned(
    {
      alone: (work) => inTransaction(db, asSystem(work)),
      together: (works) => inOneTransaction(db, works.map(asSystem)),
    },
    log,
  );
}

import { randomUUID } from 'node:crypto';
import type { Db } from '../kernel/db.ts';
import type { Log } from '../kernel/log.ts';
import { Refusal } from '../kernel/refusal.ts';
import { inOneTransaction, inTransaction } from '../kernel/transaction.ts';
import type { Ctx, SystemActor } from '../kernel/verb.ts';
import { payDates } from './pay-dates.ts';
import { putOffDate, retryDate } from './retry-date.ts';
import { isServiceOn } from './right-to-set.read.ts';
import { dueByCustomer, markDue } from './standing-order.sql.ts';
import { warnOfShortfalls } from './warn-of-shortfalls.ts';

type Work<T> = (ctx: Ctx<SystemActor>) => Promise<T>;

export type Hands = Readonly<{
  alone: <T>(work: Work<T>) => Promise<T>;
  together: <T>(works: readonly Work<T>[]) => Promise<PromiseSettledResult<T>[]>;
}>;

const mostMarked = 1000;
const mostTogether = 100;

/**
 * Any number of workers may run this: a date and its payment commit together. Returns the number of dates processed.
 */
export async function runStandingOrders({ alone, together }: Hands, log: Log): Promise<number> {
  await alone(warnOfShortfalls);
  await alone(({ tx, now }) => markDue(tx, now, mostMarked));
  let dealt = 0;
  for (;;) {
    const customers = await alone(async ({ tx, now }) =>
      (await isServiceOn(tx)) ? dueByCustomer(tx, now, mostTogether) : [],
    );
    const outcomes = await together(customers.map((ids) => (ctx) => payDates(ctx, ids)));
    let moved = 0;
    for (const [i, outcome] of outcomes.entries())
      moved +=
        outcome.status === 'fulfilled'
          ? outcome.value
          : await oneByOne({ alone, log }, customers[i] ?? [], outcome.reason);
    dealt += moved;
    if (moved === 0) return dealt;
  }
}

/** Retries each date of a failed transaction alone, so that one bad date does not delay the rest. */
async function oneByOne(
  { alone, log }: Pick<Hands, 'alone'> & { log: Log },
  ids: readonly string[],
  reason: unknown,
): Promise<number> {
  const [only, ...others] = ids;
  if (only && others.length === 0) await alone((ctx) => putRight(ctx, only, reason, log));
  else
    for (const id of ids)
      await alone((ctx) => payDates(ctx, [id])).catch((error: unknown) =>
        alone((ctx) => putRight(ctx, id, error, log)),
      );
  return ids.length;
}

async function putRight(ctx: Ctx, id: string, reason: unknown, log: Log): Promise<void> {
  const refusal = reason instanceof Error && reason.cause instanceof Refusal ? reason.cause : reason;
  if (refusal instanceof Refusal) return retryDate(ctx, id, refusal);
  log.error({ err: reason, occurrence: id }, 'a date of a standing order could not be paid');
  await putOffDate(ctx, id);
}

const actor: SystemActor = { kind: 'system', name: 'run-standing-orders' };

export function tickStandingOrders(db: Db, log: Log): Promise<number> {
  const requestId = `standing-order:${randomUUID()}`;
  const asSystem =
    <T>(work: Work<T>) =>
    (tx: Ctx['tx'], now: Date): Promise<T> =>
      work({ tx, now, actor, requestId });
  return runStandingOrders(
    {
      alone: (work) => inTransaction(db, asSystem(work)),
      together: (works) => inOneTransaction(db, works.map(asSystem)),
    },
    log,
  );
}

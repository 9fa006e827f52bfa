import { sql } from 'kysely';
import type { Db, Tx } from './db.ts';
import { inTurns } from './gather.ts';
import type { Log } from './log.ts';
import { deliveries } from './metrics.ts';
import type { EventType } from './outbox.ts';
import { inOneTransaction, inTransaction } from './transaction.ts';
import type { Ctx, SystemActor } from './verb.ts';

export type Delivery<P> = Readonly<{ eventId: bigint; payload: P }>;
/** Runs inside the transaction that marks the delivery as done, so its writes happen exactly once. */
export type InsideListener<P> = (ctx: Ctx<SystemActor>, delivery: Delivery<P>) => Promise<void>;
/** Calls external systems without a transaction. It may run more than once and must be idempotent. */
export type OutsideListener<P> = (work: OutsideWork, delivery: Delivery<P>) => Promise<void>;
type Transact = <T>(work: (ctx: Ctx<SystemActor>) => Promise<T>) => Promise<T>;
export type OutsideWork = Readonly<{
  requestId: string;
  transaction: Transact;
  /**
   * Like `transaction`, but shares the commit with concurrent deliveries. Only for rows that no other delivery touches.
   */
  withOthers: Transact;
}>;

export type Subscription = Readonly<
  { topic: string; listener: string } & ({ inside: InsideListener<never> } | { outside: OutsideListener<never> })
>;

export const inside = <P extends object>(
  type: EventType<P>,
  listener: string,
  handle: InsideListener<P>,
): Subscription => ({
  topic: type.topic,
  listener,
  inside: handle,
});
export const outside = <P extends object>(
  type: EventType<P>,
  listener: string,
  handle: OutsideListener<P>,
): Subscription => ({
  topic: type.topic,
  listener,
  outside: handle,
});

type Waiting = Readonly<{
  event_id: bigint;
  listener: string;
  payload: never;
  correlation_id: string;
  attempts: number;
}>;

const claimSeconds = 20;

/**
 * Creates a delivery per new event and listener; returns how many. Events are marked one by one because they commit out
 * of order.
 */
export async function fanOut(db: Db, subscriptions: readonly Subscription[]): Promise<number> {
  const topics = subscriptions.map((s) => s.topic);
  const listeners = subscriptions.map((s) => s.listener);
  const { numAffectedRows } = await sql`
    with fresh as (
      update kernel.event set fanned_out = true
      where id in (select id from kernel.event where not fanned_out order by id limit 500 for update skip locked)
      returning id, topic
    )
    insert into kernel.delivery (event_id, listener)
    select fresh.id, s.listener from fresh join unnest(${topics}::text[], ${listeners}::text[]) as s (topic, listener) using (topic)
  `.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/**
 * Delivers due events to transactional handlers in one transaction; returns how many. If one fails, each is retried in
 * a transaction of its own.
 */
export async function deliverInside(
  db: Db,
  subscriptions: readonly Subscription[],
  log: Log,
  most = 50,
): Promise<number> {
  const handlers = new Map(subscriptions.flatMap((s) => ('inside' in s ? [[s.listener, s.inside] as const] : [])));
  let taken: readonly Waiting[] = [];
  try {
    await inTransaction(db, async (tx, now) => {
      taken = (await waitingFor([...handlers.keys()], most).execute(tx)).rows;
      for (const { listener, correlation_id: requestId, event_id: eventId, payload } of taken)
        await handlers.get(listener)?.({ tx, actor: actorOf(listener), now, requestId }, { eventId, payload });
      if (taken.length > 0) await finish(tx, taken);
    });
    for (const { listener } of taken) deliveries.inc({ listener, outcome: 'done' });
  } catch (error) {
    const [first, ...others] = taken;
    if (!first) throw error;
    if (others.length === 0) await putOff(db, first, error, log);
    else for (const _ of taken) await deliverInside(db, subscriptions, log, 1);
  }
  return taken.length;
}

/** Claims due external deliveries for a limited time. If this process dies, another relay claims them afterwards. */
export async function takeOutside(db: Db, subscriptions: readonly Subscription[], most: number): Promise<Waiting[]> {
  const listeners = subscriptions.flatMap((s) => ('outside' in s ? [s.listener] : []));
  const { rows } = await sql<Waiting>`
    with w as materialized (${waitingFor(listeners, most)})
    update kernel.delivery d set run_after = now() + ${claimSeconds} * interval '1 second', attempts = w.attempts
    from w where d.event_id = w.event_id and d.listener = w.listener
    returning w.*`.execute(db);
  return rows;
}

export async function deliverOutside(
  db: Db,
  subscriptions: readonly Subscription[],
  waiting: Waiting,
  log: Log,
): Promise<void> {
  const { listener, correlation_id: requestId, event_id: eventId, payload } = waiting;
  const actor = actorOf(listener);
  const within =
    <T>(work: (ctx: Ctx<SystemActor>) => Promise<T>) =>
    (tx: Tx, now: Date): Promise<T> =>
      work({ tx, actor, now, requestId });
  const transaction: Transact = (work) => inTransaction(db, within(work));
  const withOthers: Transact = async (work) => {
    const outcome = await shareWithOthers(db, within(work));
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value as Awaited<ReturnType<typeof work>>;
  };
  const outsideWork = { requestId, transaction, withOthers };
  try {
    for (const s of subscriptions)
      if ('outside' in s && s.listener === listener) await s.outside(outsideWork, { eventId, payload });
    await finishWithOthers(db, waiting);
    deliveries.inc({ listener, outcome: 'done' });
  } catch (error) {
    await putOff(db, waiting, error, log);
  }
}

type AnyWork = (tx: Tx, now: Date) => Promise<unknown>;
const shareWithOthers = inTurns((db, works: readonly AnyWork[]) => inOneTransaction(db, works));
const finishWithOthers = inTurns(async (db, done: readonly Waiting[]): Promise<undefined[]> => {
  await finish(db, done);
  return done.map(() => undefined);
});

const actorOf = (listener: string): SystemActor => ({ kind: 'system', name: listener });

const waitingFor = (listeners: readonly string[], most: number) => sql<Waiting>`
  select d.event_id, d.listener, d.attempts + 1 as attempts, e.payload, e.correlation_id
  from kernel.delivery d join kernel.event e on e.id = d.event_id
  where d.done_at is null and d.run_after <= now() and d.listener = any(${listeners}::text[])
  order by d.run_after, d.event_id limit ${most} for update of d skip locked`;

async function finish(db: Db | Tx, done: readonly Waiting[]): Promise<void> {
  const [events, listeners] = [done.map((w) => w.event_id), done.map((w) => w.listener)];
  await sql`
    update kernel.delivery d set done_at = now(), attempts = w.attempts, last_error = null
    from unnest(${events}::bigint[], ${listeners}::text[], ${done.map((w) => w.attempts)}::int[]) as w (event_id, listener, attempts)
    where d.event_id = w.event_id and d.listener = w.listener`.execute(db);
}

async function putOff(db: Db, { event_id, listener, attempts }: Waiting, error: unknown, log: Log): Promise<void> {
  log.error({ err: error, listener, eventId: String(event_id) }, 'a delivery failed');
  deliveries.inc({ listener, outcome: 'failed' });
  await sql`
    update kernel.delivery set last_error = ${String(error).slice(0, 1000)}, attempts = ${attempts},
      run_after = now() + ${Math.min(2 ** attempts, 300)} * interval '1 second'
    where event_id = ${event_id} and listener = ${listener} and done_at is null`.execute(db);
}

import { sql } from 'kysely';
import type { Db } from './db.ts';
import type { Log } from './log.ts';
import { deliveries } from './metrics.ts';
import type { EventType } from './outbox.ts';
import { inTransaction } from './transaction.ts';
import type { Ctx, SystemActor } from './verb.ts';

export type Delivery<P> = Readonly<{ eventId: bigint; payload: P }>;
/** Runs inside the transaction that marks the delivery as done: its writes happen exactly once. */
export type InsideListener<P> = (ctx: Ctx<SystemActor>, delivery: Delivery<P>) => Promise<void>;
/** Calls the outside world, so it gets no transaction. It may run more than once and must be harmless when it does. */
export type OutsideListener<P> = (work: OutsideWork, delivery: Delivery<P>) => Promise<void>;
export type OutsideWork = Readonly<{
  requestId: string;
  transaction: <T>(work: (ctx: Ctx<SystemActor>) => Promise<T>) => Promise<T>;
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

type Waiting = {
  event_id: bigint;
  listener: string;
  topic: string;
  payload: never;
  correlation_id: string;
  attempts: number;
};

/** How long a delivery to the outside may take before another relay may try it again. */
const claimSeconds = 20;

/** Fans new events out to their listeners. Rows are marked, not numbered off: events commit out of order. */
export async function fanOut(db: Db, subscriptions: readonly Subscription[]): Promise<void> {
  const topics = subscriptions.map((s) => s.topic);
  const listeners = subscriptions.map((s) => s.listener);
  await sql`
    with fresh as (
      update kernel.event set fanned_out = true
      where id in (select id from kernel.event where not fanned_out order by id limit 500 for update skip locked)
      returning id, topic
    )
    insert into kernel.delivery (event_id, listener)
    select fresh.id, s.listener from fresh join unnest(${topics}::text[], ${listeners}::text[]) as s (topic, listener) using (topic)
  `.execute(db);
}

/** Delivers one waiting event to one listener. False when nothing waits. */
export async function relayOne(db: Db, subscriptions: readonly Subscription[], log: Log): Promise<boolean> {
  const waiting = await claim(db);
  if (!waiting) return false;
  const subscription = subscriptions.find((s) => s.topic === waiting.topic && s.listener === waiting.listener);
  try {
    if (!subscription) throw new Error(`no listener ${waiting.listener} for ${waiting.topic}`);
    await deliver(db, subscription, waiting);
    deliveries.inc({ listener: waiting.listener, outcome: 'done' });
  } catch (error) {
    log.error({ err: error, listener: waiting.listener, eventId: String(waiting.event_id) }, 'a delivery failed');
    deliveries.inc({ listener: waiting.listener, outcome: 'failed' });
    await postpone(db, waiting, error);
  }
  return true;
}

/** Takes one delivery for a while. Whoever dies with it in hand loses it to the next relay when the while is over. */
async function claim(db: Db): Promise<Waiting | undefined> {
  const { rows } = await sql<Waiting>`
    update kernel.delivery d set run_after = now() + ${claimSeconds} * interval '1 second', attempts = attempts + 1
    from kernel.event e
    where e.id = d.event_id and (d.event_id, d.listener) = (
      select event_id, listener from kernel.delivery
      where done_at is null and run_after <= now()
      order by run_after, event_id limit 1 for update skip locked
    )
    returning d.event_id, d.listener, d.attempts, e.topic, e.payload, e.correlation_id`.execute(db);
  return rows[0];
}

async function deliver(db: Db, subscription: Subscription, waiting: Waiting): Promise<void> {
  const actor: SystemActor = { kind: 'system', name: subscription.listener };
  const delivery = { eventId: waiting.event_id, payload: waiting.payload };
  const requestId = waiting.correlation_id;
  if ('inside' in subscription) {
    await inTransaction(db, async (tx, now) => {
      if (!(await finish(tx, waiting))) return; // another relay was faster
      await subscription.inside({ tx, actor, now, requestId }, delivery);
    });
    return;
  }
  const transaction = <T>(work: (ctx: Ctx<SystemActor>) => Promise<T>): Promise<T> =>
    inTransaction(db, (tx, now) => work({ tx, actor, now, requestId }));
  await subscription.outside({ requestId, transaction }, delivery);
  await finish(db, waiting);
}

async function finish(db: Db, { event_id, listener }: Waiting): Promise<boolean> {
  const { rows } = await sql`
    update kernel.delivery set done_at = now(), last_error = null
    where event_id = ${event_id} and listener = ${listener} and done_at is null returning 1`.execute(db);
  return rows.length > 0;
}

async function postpone(db: Db, { event_id, listener, attempts }: Waiting, error: unknown): Promise<void> {
  const seconds = Math.min(2 ** attempts, 300);
  await sql`
    update kernel.delivery set last_error = ${String(error).slice(0, 1000)}, run_after = now() + ${seconds} * interval '1 second'
    where event_id = ${event_id} and listener = ${listener} and done_at is null`.execute(db);
}

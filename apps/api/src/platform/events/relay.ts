import { sql } from 'kysely';
import { coalesce } from '../batching/batch-loader.ts';
import { groupCommit } from '../batching/group-commit.ts';
import type { Db, Tx } from '../db/db.ts';
import { inTransaction } from '../db/transaction.ts';
import { type CallSubject, type RecordCall, withCallLog } from '../observability/call-log.ts';
import { errorText } from '../observability/describe-error.ts';
import type { Log } from '../observability/log.ts';
import { outboxDeliveries } from '../observability/metrics.ts';
import type { Ctx, SystemActor } from '../requests/verb.ts';
import type { EventType } from './outbox.ts';

type Delivery<P> = Readonly<{ eventId: bigint; payload: P }>;
/** Runs inside the transaction that marks the delivery as done, so its writes happen exactly once. */
export type TransactionalHandler<P> = (ctx: Ctx<SystemActor>, delivery: Delivery<P>) => Promise<void>;
/** Calls external systems without a transaction. It may run more than once and must be idempotent. */
export type ExternalHandler<P> = (work: ExternalHandlerContext, delivery: Delivery<P>) => Promise<void>;
type Transact = <T>(work: (ctx: Ctx<SystemActor>) => Promise<T>) => Promise<T>;
export type ExternalHandlerContext = Readonly<{
  requestId: string;
  transaction: Transact;
  /**
   * Like `transaction`, but shares the commit with concurrent deliveries. Only for rows that no other delivery touches.
   */
  batchedTransaction: Transact;
}>;

export type Subscription = Readonly<
  { topic: string; listener: string } & (
    | { transactional: TransactionalHandler<never> }
    | { external: ExternalHandler<never> }
  )
>;

export const transactionalHandler = <P extends object>(
  type: EventType<P>,
  listener: string,
  handle: TransactionalHandler<P>,
): Subscription => ({
  topic: type.topic,
  listener,
  transactional: handle,
});
export const externalHandler = <P extends object>(
  type: EventType<P>,
  listener: string,
  handle: ExternalHandler<P>,
): Subscription => ({
  topic: type.topic,
  listener,
  external: handle,
});

type PendingDelivery = Readonly<{
  eventId: bigint;
  listener: string;
  payload: never;
  correlationId: string;
  attempts: number;
}>;

/**
 * Creates a delivery per new event and listener; returns how many. Events are marked one by one because they commit out
 * of order.
 */
export async function fanOutEvents(db: Db, subscriptions: readonly Subscription[]): Promise<number> {
  const topics = subscriptions.map((s) => s.topic);
  const listeners = subscriptions.map((s) => s.listener);
  const { numAffectedRows } = await sql`
    with fresh as (
      update platform.event set is_fanned_out = true
      where id in (select id from platform.event where not is_fanned_out order by id limit 500 for update skip locked)
      returning id, topic
    )
    insert into platform.delivery (event_id, listener)
    select fresh.id, s.listener from fresh join unnest(${topics}::text[], ${listeners}::text[]) as s (topic, listener) using (topic)
  `.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/**
 * Delivers due events to transactional handlers in one transaction; returns how many. If one fails, each is retried in
 * a transaction of its own.
 */
export async function deliverTransactional(
  db: Db,
  subscriptions: readonly Subscription[],
  log: Log,
  most = 50,
): Promise<number> {
  const handlers = new Map(
    subscriptions.flatMap((s) => ('transactional' in s ? [[s.listener, s.transactional] as const] : [])),
  );
  let taken: readonly PendingDelivery[] = [];
  try {
    await inTransaction(db, async (tx, now) => {
      taken = (await selectDueDeliveries([...handlers.keys()], most).execute(tx)).rows;
      for (const { listener, correlationId: requestId, eventId, payload } of taken)
        await handlers.get(listener)?.({ tx, actor: listenerActor(listener), now, requestId }, { eventId, payload });
      if (taken.length > 0) await markDelivered(tx, taken);
    });
    for (const { listener } of taken) outboxDeliveries.inc({ listener, outcome: 'done' });
  } catch (error) {
    const [first, ...others] = taken;
    if (!first) throw error;
    if (others.length === 0) await scheduleRetry(db, first, error, log);
    else for (const _ of taken) await deliverTransactional(db, subscriptions, log, 1);
  }
  return taken.length;
}

/** Claims due external deliveries for a limited time. If this process dies, another relay claims them afterwards. */
export async function claimExternalDeliveries(
  db: Db,
  subscriptions: readonly Subscription[],
  most: number,
): Promise<PendingDelivery[]> {
  const listeners = subscriptions.flatMap((s) => ('external' in s ? [s.listener] : []));
  const { rows } = await sql<PendingDelivery>`
    with w as materialized (${selectDueDeliveries(listeners, most)})
    update platform.delivery d set run_after = now() + ${claimSeconds} * interval '1 second', attempts = w.attempts
    from w where d.event_id = w.event_id and d.listener = w.listener
    returning w.*`.execute(db);
  return rows;
}

export async function deliverExternal(
  db: Db,
  subscriptions: readonly Subscription[],
  waiting: PendingDelivery,
  log: Log,
  record: RecordCall = () => {},
): Promise<void> {
  const { listener, correlationId: requestId, eventId, payload, attempts: attempt } = waiting;
  const actor = listenerActor(listener);
  const within =
    <T>(work: (ctx: Ctx<SystemActor>) => Promise<T>) =>
    (tx: Tx, now: Date): Promise<T> =>
      work({ tx, actor, now, requestId });
  const transaction: Transact = (work) => inTransaction(db, within(work));
  const withOthers: Transact = async (work) => {
    const outcome = await runInSharedTransaction(db, within(work));
    if (outcome.status === 'rejected') throw outcome.reason;
    // One batch has works of different results.
    return outcome.value as Awaited<ReturnType<typeof work>>;
  };
  const outsideWork = { requestId, transaction, batchedTransaction: withOthers };
  try {
    const calls = { record, correlationId: requestId, delivery: { eventId, listener, attempt }, ...subjectOf(payload) };
    await withCallLog(calls, async () => {
      for (const s of subscriptions)
        if ('external' in s && s.listener === listener) await s.external(outsideWork, { eventId, payload });
    });
    await markDeliveredTogether(db, waiting);
    outboxDeliveries.inc({ listener, outcome: 'done' });
  } catch (error) {
    await scheduleRetry(db, waiting, error, log);
  }
}

/** Events name their subject in the same way. */
function subjectOf({ paymentId, customerId }: Readonly<{ paymentId?: unknown; customerId?: unknown }>): CallSubject {
  return {
    ...(typeof paymentId === 'string' && { paymentId }),
    ...(typeof customerId === 'string' && { customerId }),
  };
}

type AnyWork = (tx: Tx, now: Date) => Promise<unknown>;
const runInSharedTransaction = coalesce((db, works: readonly AnyWork[]) => groupCommit(db, works));
const markDeliveredTogether = coalesce(async (db, done: readonly PendingDelivery[]): Promise<undefined[]> => {
  await markDelivered(db, done);
  return done.map(() => undefined);
});

const listenerActor = (listener: string): SystemActor => ({ kind: 'system', name: listener });

const selectDueDeliveries = (listeners: readonly string[], most: number) => sql<PendingDelivery>`
  select d.event_id, d.listener, d.attempts + 1 as attempts, e.payload, e.correlation_id
  from platform.delivery d join platform.event e on e.id = d.event_id
  where d.done_at is null and d.run_after <= now() and d.listener = any(${listeners}::text[])
  order by d.run_after, d.event_id limit ${most} for update of d skip locked`;

async function markDelivered(db: Db | Tx, done: readonly PendingDelivery[]): Promise<void> {
  const [events, listeners] = [done.map((w) => w.eventId), done.map((w) => w.listener)];
  await sql`
    update platform.delivery d set done_at = now(), attempts = w.attempts, last_error = null
    from unnest(${events}::bigint[], ${listeners}::text[], ${done.map((w) => w.attempts)}::int[]) as w (event_id, listener, attempts)
    where d.event_id = w.event_id and d.listener = w.listener`.execute(db);
}

async function scheduleRetry(
  db: Db,
  { eventId, listener, attempts }: PendingDelivery,
  error: unknown,
  log: Log,
): Promise<void> {
  log.error({ err: error, listener, eventId: String(eventId) }, 'a delivery failed');
  outboxDeliveries.inc({ listener, outcome: 'failed' });
  await sql`
    update platform.delivery set last_error = ${errorText(error).slice(0, 1000)}, attempts = ${attempts},
      run_after = now() + ${Math.min(2 ** attempts, 300)} * interval '1 second'
    where event_id = ${eventId} and listener = ${listener} and done_at is null`.execute(db);
}

type DeliveryKey = Readonly<{ eventId: bigint; listener: string }>;

/** How long a delivery is left to the process that claimed it. */
const claimSeconds = 20;

/** True while the delivery still waits for its answer. Locks it. */
export async function lockOpenDelivery(tx: Tx, { eventId, listener }: DeliveryKey): Promise<boolean> {
  const row = await tx
    .selectFrom('platform.delivery')
    .select('doneAt')
    .where('eventId', '=', eventId)
    .where('listener', '=', listener)
    .forUpdate()
    .executeTakeFirst();
  return row?.doneAt === null;
}

/** One that is due within the time of a claim may be under way, and is tried soon in any case. */
export async function deliverNow(tx: Tx, { eventId, listener }: DeliveryKey): Promise<void> {
  await sql`update platform.delivery set run_after = now()
    where event_id = ${eventId} and listener = ${listener} and done_at is null and run_after > now() + ${claimSeconds} * interval '1 second'`.execute(
    tx,
  );
}

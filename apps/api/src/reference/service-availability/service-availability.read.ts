import type { contract } from '@larkmere/contract/contract';
import type { ServiceNotice } from '@larkmere/contract/reference/service-notice';
import { sql } from 'kysely';
import { batchLoader } from '../../platform/batching/batch-loader.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import type { ServiceAvailability } from './service-availability.ts';

/** The customer decides which events and defaults count; without one, only those for everyone. */
export async function selectServiceAvailability(
  tx: Tx,
  key: string,
  customerId: string | null,
): Promise<ServiceAvailability | undefined> {
  const { rows } = await sql<ServiceAvailability>`
    select d.is_on as is_available, d.message, d.disabled_until
    from (values (1)) as always
      left join customer.customer c on c.id = ${customerId}::uuid
      join lateral service_control.decide(${key}, c.kind, c.id) d on true`.execute(tx);
  return rows[0];
}

export type ServiceQueue = Readonly<{ message: string; until: Date | null }>;
type QueueQuery = Readonly<{ service: string; customerId: string }>;

/** The event that lets payments of this service wait for this customer. */
export const findServiceQueue = batchLoader(
  'reads',
  async (tx, queries: readonly QueueQuery[]): Promise<(ServiceQueue | undefined)[]> => {
    const { rows } = await sql<{ message: string | null; until: Date | null }>`
      select q.message, q.ends_at as until
      from unnest(${queries.map(({ service }) => service)}::text[], ${queries.map(({ customerId }) => customerId)}::uuid[])
          with ordinality as a (service, customer_id, place)
        left join customer.customer c on c.id = a.customer_id
        left join lateral service_control.queue(a.service, c.kind, c.id) q on true
      order by a.place`.execute(tx);
    return rows.map(({ message, until }) => (message === null ? undefined : { message, until }));
  },
);

/** Services with an event that lets payments wait, for whomever. */
export async function selectQueuedServices(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ service: string }>`
    select distinct unnest(services) as service from service_control.event
    where mode = 'queue' and state = 'scheduled' and starts_at <= now() and (ends_at is null or ends_at > now())`.execute(
    tx,
  );
  return rows.map(({ service }) => service);
}

type NoticeRow = Omit<ServiceNotice, 'until'> & Readonly<{ until: Date | null }>;

/** Events that concern the customer, and services that staff stopped by their breaker: what restricts most first. */
async function selectServiceNotices(tx: Tx, customerId: string): Promise<readonly NoticeRow[]> {
  const { rows } = await sql<NoticeRow>`
    select n.key, n.kind, n.mode, n.services, n.message, n.until from (
      select e.id::text as key, e.kind, e.mode, e.services, e.message, e.ends_at as until, e.starts_at as since
      from customer.customer c cross join lateral service_control.events_for(c.kind, c.id) e where c.id = ${customerId}
      union all
      select b.service, 'incident', 'off', array[b.service], b.message, null, b.changed_at
      from service_control.breaker b where b.mode = 'forced_off' and b.message is not null) n
    order by array_position(array['off', 'read_only', 'queue', 'notice'], n.mode), n.since, n.key`.execute(tx);
  return rows;
}

/** When an event that concerns the customer begins or ends by its time. */
async function selectNextNoticeChange(tx: Tx, customerId: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(t.at) as at from customer.customer c, service_control.event e, unnest(array[e.starts_at, e.ends_at]) t (at)
    where c.id = ${customerId} and e.state = 'scheduled' and t.at > now()
      and (e.audience = 'all' or e.audience = c.kind or (e.audience = 'customers' and c.id = any (e.customers)))`.execute(
    tx,
  );
  return rows[0]?.at ?? null;
}

/** A window that waits longer would miss nothing: it fetches again on every connect. */
const maxWaitMs = 6 * 3_600_000;
const minWaitMs = 500;

export const listServiceNotices: Verb<typeof contract.serviceNotice.list> = async ({ tx, now, actor }) => {
  const rows = await selectServiceNotices(tx, actor.customerId);
  const next = await selectNextNoticeChange(tx, actor.customerId);
  return {
    list: rows.map((row) => ({ ...row, until: row.until?.toISOString() ?? null })),
    changesInMs: next && Math.min(maxWaitMs, Math.max(minWaitMs, next.getTime() - now.getTime())),
  };
};

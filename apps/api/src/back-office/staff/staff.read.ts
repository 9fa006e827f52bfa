import type { workQueueKeys } from '@larkmere/contract/back-office/staff';
import type { Currency } from '@larkmere/money/money';
import { sql } from 'kysely';
import { maxFailures } from '../../identity/pin/pin.ts';
import type { Tx } from '../../platform/db/db.ts';

type StoppingPoint = (typeof workQueueKeys)[number];
export type PendingItems = Readonly<{
  point: StoppingPoint;
  count: number;
  oldestMinutes: number;
  currency: Currency | null;
  minor: bigint | null;
}>;

const pendingItemsQuery = sql`
  select case when is_held_for_checks or state in ('screening', 'in_review') then 'payments_held' else 'payments_at_bank' end as point,
    created_at as since, currency, amount_minor as minor
  from payment.payment where state in ('screening', 'in_review', 'ready', 'submitted', 'sent')
  union all
  select 'credits_without_owner', i.received_at, i.currency, i.amount_minor
  from ledger.account_name n join ledger.entry e on e.account_id = n.account_id and e.amount > 0
    join payment.incoming_credit i on i.id = e.op_id and i.account_id is null
  where n.code like 'suspense:%'
  union all
  select 'payments_contradicted', at, null, null from platform.audit
  where action = 'payment.status_conflict' and at > now() - interval '24 hours'
  union all
  select 'deliveries_failing', e.created_at, null, null from platform.delivery d join platform.event e on e.id = d.event_id
  where d.done_at is null and d.last_error is not null
  union all
  select 'identity_checks', coalesce(kyc_submitted_at, created_at), null, null from customer.customer
  where kyc_status in ('pending', 'in_review')
    or id in (select customer_id from kyc.application where cardinality(concerns) > 0)
  union all
  select 'pins_locked', coalesce(
    (select min(l.at) from pin.log l where l.user_id = p.user_id and l.source = 'server' and l.result = 'locked' and l.at >= p.changed_at),
    p.changed_at), null, null
  from pin.pin p where p.failures >= ${maxFailures}`;

export async function countPendingItems(tx: Tx): Promise<readonly PendingItems[]> {
  const { rows } = await sql<PendingItems>`
    select point, count(*)::int as count, floor(extract(epoch from now() - min(since)) / 60)::int as "oldestMinutes",
      currency, sum(minor)::bigint as minor
    from (${pendingItemsQuery}) as w group by point, currency order by point, currency`.execute(tx);
  return rows;
}

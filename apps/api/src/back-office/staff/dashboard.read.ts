import { allows } from '@larkmere/contract/back-office/permissions';
import type { DashboardTile, WorkQueueItem } from '@larkmere/contract/back-office/staff';
import { type WorkQueueKey, workQueueKeys, workQueues } from '@larkmere/contract/back-office/work-queues';
import type { contract } from '@larkmere/contract/contract';
import { defaultText } from '@larkmere/messages/format-message';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { maxFailures } from '../../identity/pin/pin.ts';
import { isConfidentialVisit, readableBy, requireRight } from '../../platform/requests/staff-rights.ts';
import type { Actor, StaffCtx, Verb } from '../../platform/requests/verb.ts';

type PendingItems = Readonly<{
  point: WorkQueueKey;
  count: number;
  oldestMinutes: number;
  currency: Currency | null;
  minor: bigint | null;
  oldestCustomer: string | null;
}>;

const paymentsQuery = (reader: Actor) => sql`
  select case when is_held_for_checks or state in ('screening', 'in_review') then 'payments_held' else 'payments_at_bank' end as point,
    created_at as since, currency, amount_minor as minor, customer_id as customer, reference as subject
  from payment.payment where is_in_progress and state in ('screening', 'in_review', 'ready', 'submitted', 'sent')
  union all
  select 'payments_rejected', r.at, p.currency, p.amount_minor, p.customer_id, p.reference
  from payment.rejected_attempt r join payment.payment p on p.id = r.payment_id
  where r.at > now() - interval '24 hours' and p.state = 'rejected'
  union all
  select 'payments_contradicted', a.at, null, null, p.customer_id, p.reference from platform.audit a
    left join payment.payment p on 'payment:' || p.id = a.entity
  where a.action = 'payment.status_conflict' and a.at > now() - interval '24 hours'
  union all
  select 'partner_contradictions', a.at, null, null, null,
    a.entity || ' · ' || (a.detail ->> 'field') || ': ' || (a.detail ->> 'expected') || ' / ' || (a.detail ->> 'reported')
  from platform.audit a where a.action = 'partner.contradiction' and a.at > now() - interval '7 days'
  union all
  select 'credits_without_owner', i.received_at, i.currency, i.amount_minor, null, i.payer_name || ' · ' || i.rail_reference
  from ledger.account_name n join ledger.entry e on e.account_id = n.account_id and e.amount > 0
    join payment.incoming_credit i on i.id = e.op_id and i.account_id is null
  where n.code like 'suspense:%'
  union all
  select 'documents_received', created_at, null, null, customer_id, name from document.document
  where state = 'received' and payment_id is not null
    and ${readableBy(reader, sql<boolean>`review.is_with_compliance(payment_id)`)}
  union all
  select 'card_settlements_mismatched', reported_at, currency, cleared_minor - refunded_minor, null, id::text
  from card_payment.settlement where state = 'mismatched'
  union all
  select 'card_payments_owed', counted_at, currency, shortfall_minor - recovered_minor, customer_id, merchant_name
  from card_payment.payment where recovered_minor < shortfall_minor`;

const customersQuery = (reader: Actor) => sql`
  select 'payees_held', created_at, null, null, customer_id, name from payee.payee
  where status = 'pending' and deleted_at is null and reason_code is distinct from 'team_approval'
  union all
  select 'name_checks_overridden', accepted_at, null, null, customer_id, reason from payee.name_check_override
  where accepted_at > now() - interval '24 hours'
  union all
  select 'approvals_expiring', created_at, null, null, customer_id, kind from approval.request
  where state = 'open' and expires_at < now() + interval '24 hours'
  union all
  select 'identity_checks', coalesce(kyc_submitted_at, created_at), null, null, id, null from customer.customer
  where kyc_status in ('pending', 'in_review')
    or id in (select customer_id from kyc.application where cardinality(concerns) > 0)
  union all
  select 'member_checks', k.provided_at, null, null, m.customer_id, u.name
  from kyc.person k join customer.membership m on m.id = k.membership_id join customer.user u on u.id = m.user_id
  where k.removed_at is null and k.provided_at is not null and m.identity_checked_at is null and m.state <> 'removed'
  union all
  select 'factor_resets', submitted_at, null, null, customer_id, (select name from customer.user where id = user_id)
  from factor_reset.request where state = 'submitted'
  union all
  select 'sanctions_hits', found_at, null, null, customer_id, subject_name from review.sanctions_alert where state = 'open'
  union all
  select 'referral_appeals', a.requested_at, null, null, r.referrer_id, null
  from referral.appeal a join referral.referral r on r.id = a.referral_id where a.state = 'open'
  union all
  select 'partner_rules', proposed_at, null, null, (coalesce(nullif(rows -> 0, 'null'), rows_before -> 0) ->> 'customer_id')::uuid,
    null
  from platform.setting_change where state = 'proposed' and setting = 'introducer_partner.rule'
  union all
  select 'fx_requests', created_at, case when side = 'sell' then sell else buy end, amount_minor, customer_id, reference
  from manual_fx.deal where state in ('requested', 'assigned', 'expired', 'accepted')
  union all
  select 'auto_fx_failures', failed_at, null, null, customer_id, reference from auto_fx.auto_order where state = 'failed_retryable'
  union all
  select 'contact_recoveries', r.prepared_at, null, null,
    (select m.customer_id from customer.membership m where m.user_id = r.user_id and m.state = 'active' limit 1),
    (select u.name from customer.user u where u.id = r.user_id)
  from contact_recovery.request r where r.state = 'prepared'
  union all
  select 'pins_locked', coalesce(
    (select min(l.at) from pin.log l where l.user_id = p.user_id and l.source = 'server' and l.result = 'locked' and l.at >= p.changed_at),
    p.changed_at), null, null,
    (select m.customer_id from customer.membership m where m.user_id = p.user_id and m.state = 'active' limit 1),
    (select u.name from customer.user u where u.id = p.user_id)
  from pin.pin p where p.failures >= ${maxFailures}
  union all
  select 'ghost_sessions', opened_at, null, null, customer_id, ticket from ghost_connect.visit v
  where opened_at is not null and ended_at is null and ends_at > now() and ${readableBy(reader, isConfidentialVisit)}
  union all
  select 'visit_reviews', drawn_at, null, null, null, null from visit_review.review where outcome is null
  union all
  select 'visit_reviews_overdue', due_at, null, null, null, null from visit_review.review
  where outcome is null and due_at <= now()`;

const systemQuery = sql`
  select 'changes_proposed', proposed_at, null, null, null, setting from platform.setting_change
  where state = 'proposed' and setting <> 'introducer_partner.rule'
  union all
  select 'changes_proposed', proposed_at, null, null, null, null from staff.member_change where state = 'proposed'
  union all
  select 'calls_to_resend', requested_at, null, null, null, null from api_log.resend where state = 'waiting'
  union all
  select 'breakers_open', coalesce(case when mode = 'auto' then opened_at end, changed_at), null, null, null, service
  from service_control.breaker where mode = 'forced_off' or (mode = 'auto' and state <> 'closed')
  union all
  select 'deliveries_failing', e.created_at, null, null, null, e.topic
  from platform.delivery d join platform.event e on e.id = d.event_id
  where d.done_at is null and d.last_error is not null`;

const itemsQuery = (reader: Actor) =>
  sql`${paymentsQuery(reader)} union all ${customersQuery(reader)} union all ${systemQuery}`;

async function countPendingItems({ tx, actor }: StaffCtx): Promise<readonly PendingItems[]> {
  const { rows } = await sql<PendingItems>`
    select point, count(*)::int as count, floor(extract(epoch from now() - min(since)) / 60)::int as oldest_minutes,
      currency, sum(minor)::bigint as minor,
      (array_agg(customer order by since) filter (where customer is not null))[1] as oldest_customer
    from (${itemsQuery(actor)}) as w
    group by point, currency order by point, currency`.execute(tx);
  return rows;
}

type PendingItem = Readonly<{
  since: Date;
  currency: Currency | null;
  minor: bigint | null;
  subject: string | null;
  customerId: string | null;
  customerName: string | null;
  memberCode: string | null;
}>;

/** The oldest first. */
async function selectPendingItems(
  { tx, actor }: StaffCtx,
  key: WorkQueueKey,
  most: number,
): Promise<readonly PendingItem[]> {
  const { rows } = await sql<PendingItem>`
    select w.since, w.currency, w.minor, w.subject, c.id as customer_id, c.name as customer_name,
      c.member_code
    from (${itemsQuery(actor)}) as w left join customer.customer c on c.id = w.customer
    where w.point = ${key} order by w.since, w.subject limit ${most}`.execute(tx);
  return rows;
}

export const showDashboard: Verb<typeof contract.staff.dashboard> = async (ctx) => {
  const { actor } = ctx;
  const waiting = await countPendingItems(ctx);
  return workQueueKeys.map((key) =>
    toTile(
      key,
      waiting.filter(({ point }) => point === key),
      actor,
    ),
  );
};

function toTile(
  key: WorkQueueKey,
  waiting: readonly PendingItems[],
  { permissions }: Pick<StaffCtx['actor'], 'permissions'>,
): DashboardTile {
  const { right } = workQueues[key];
  const isOwn = allows(permissions, right);
  const [oldest] = waiting.toSorted((one, other) => other.oldestMinutes - one.oldestMinutes);
  const count = waiting.reduce((sum, each) => sum + each.count, 0);
  const value = waiting.flatMap(({ currency, minor }) =>
    currency && minor !== null ? [{ amount: formatAmount(money(currency, minor)), currency }] : [],
  );
  return {
    key,
    title: defaultText(`tile_${key}`),
    count,
    oldestMinutes: oldest?.oldestMinutes ?? null,
    value: isOwn ? value : [],
    area: right[0],
    isOwn,
    link: isOwn && oldest ? linkOf(key, count, oldest) : null,
  };
}

const pages: Readonly<Partial<Record<WorkQueueKey, string>>> = {
  payments_held: '/manage/review',
  card_settlements_mismatched: '/manage/card-settlement',
  breakers_open: '/manage/setting/service-breaker',
  changes_proposed: '/manage/setting/roles',
  calls_to_resend: '/manage/api',
  deliveries_failing: '/manage/api',
  fx_requests: '/manage/dealing',
  visit_reviews: '/manage/audit?tab=visits',
  visit_reviews_overdue: '/manage/audit?tab=visits',
};

/** A single item opens where it is decided, several open as a list. */
function linkOf(key: WorkQueueKey, count: number, { oldestCustomer }: PendingItems): string {
  const { tab } = workQueues[key];
  if (tab && oldestCustomer && count === 1) return `/manage/customer/${oldestCustomer}?tab=${tab}`;
  return pages[key] ?? `/manage/queue/${key}`;
}

const most = 200;

/** Work goes from the top of a queue, so its oldest items are enough. Refuses `access_denied` without the queue's right. */
export const listQueue: Verb<typeof contract.staff.queue> = async (ctx, { key }) => {
  const [area, level] = workQueues[key].right;
  requireRight(ctx.actor, area, level);
  const items = await selectPendingItems(ctx, key, most + 1);
  return {
    key,
    title: defaultText(`tile_${key}`),
    items: items.slice(0, most).map(toView),
    hasMore: items.length > most,
  };
};

const toView = ({
  since,
  currency,
  minor,
  subject,
  customerId,
  customerName,
  memberCode,
}: PendingItem): WorkQueueItem => ({
  since: since.toISOString(),
  value: currency && minor !== null ? { amount: formatAmount(money(currency, minor)), currency } : null,
  subject,
  customer: customerId ? { uid: customerId, name: customerName ?? '', memberCode: memberCode ?? '' } : null,
});

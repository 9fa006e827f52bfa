import type { HolidayCoverage } from '@larkmere/contract/payments/arrival';
import type { RailName } from '@larkmere/contract/platform/rail-name';
import { type Currency, type Money, money } from '@larkmere/money/money';
import { type RawBuilder, sql } from 'kysely';
import { paymentConditions } from '../../customers/kyc/kyc.ts';
import { fromMarketingJson, type MarketingRule, marketingRule } from '../../fx/marketing/marketing.ts';
import { batchLoader } from '../../platform/batching/batch-loader.ts';
import { fromColumnJson } from '../../platform/db/column-names.ts';
import type { Tx } from '../../platform/db/db.ts';
import { allInForce, inForce } from '../../platform/settings/setting.ts';
import { present } from '../../platform/values/values.ts';
import { payeeBankLimit, railRule } from '../../reference/rail/rail.ts';
import { serviceOfRail } from '../../reference/service-breaker/service-breaker.ts';
import { holidayCalendar } from '../payment/payment.settings.ts';
import { sentToMembersThatDay } from './member-limit.read.ts';
import { feeRule, limitRule, newPayeeLimit } from './pricing.settings.ts';

type PriceQuery = Readonly<{
  customerId: string;
  rail: RailName;
  currency: Currency;
  tier: string;
  serviceKey: string;
  executesAt: Date | null;
  /** Excluded from the daily usage: the payment that is priced. */
  excludedPaymentId: string | null;
}>;

type WaiverRow = Readonly<{ id: string; most: string | null }>;

export type PricingRules = Readonly<{
  serviceOn: boolean;
  serviceMessage: string | null;
  serviceUntil: Date | null;
  queueMessage: string | null;
  queueUntil: Date | null;
  feeMinor: bigint | null;
  perPaymentMinor: bigint | null;
  perDayMinor: bigint | null;
  /** By London day, including payments scheduled for it, without failed ones. */
  sentThatDay: bigint;
  dayEnds: Date;
  /** False while the identity check stops payments, also those that nobody makes by hand. */
  isVerified: boolean;
  /** Limits over all rails while an approval has conditions; null without conditions. */
  conditionalPerPayment: bigint | null;
  conditionalPerDay: bigint | null;
  conditionalSent: bigint | null;
  /** In force at the execution. */
  marketing: readonly MarketingRule[];
  freeTrades: readonly WaiverRow[];
  minMinor: bigint | null;
  maxMinor: bigint | null;
  opensAt: Date;
  closesAt: Date | null;
  /** The opening after the end of the event that lets the payment wait, if there is one. */
  leavesAt: Date;
  arrivesBy: Date;
  daysOff: HolidayCoverage;
  inDays: boolean;
}>;

const executionTime = sql`coalesce(p.execute_at, now())`;
const ofRail = { rail: sql.ref('p.rail'), currency: sql.ref('p.currency') };
const ofTier = { ...ofRail, tier: sql.ref('p.tier') };

const countsOnAnyRail = sql`customer_id = p.customer_id and coalesce(sold_currency, currency) = p.currency
  and state not in ('draft', 'rejected', 'failed', 'cancelled', 'expired')
  and (p.left_out is null or id <> p.left_out)`;

const countsToLimit = sql`rail = p.rail and ${countsOnAnyRail}`;

/** By London day, including payments scheduled for it. */
const sentThatDay = (counts: RawBuilder<unknown>) => sql`
  (select coalesce(sum(coalesce(sold_minor, amount_minor)), 0)::bigint from payment.payment
    where ${counts} and execute_at is null and created_at >= d.begins and created_at < d.ends)
  + (select coalesce(sum(coalesce(sold_minor, amount_minor)), 0)::bigint from payment.payment
    where ${counts} and execute_at >= d.begins and execute_at < d.ends)`;

/** Of `p` on the day `d`: payments by every rail, and money to other members. */
const sentOverAll = sql`${sentThatDay(countsOnAnyRail)} + ${sentToMembersThatDay}`;

/** Of the rail once the event ends that lets the payment wait. The function must not be called without a time. */
const afterQueue = (column: 'opensAt' | 'arrivesBy') => sql`
  case when q.ends_at is null or p.execute_at is not null then ${sql.ref(`o.${column}`)}
    else (payment.opening(r.rule, q.ends_at)).${sql.ref(column)} end`;

const cacheKey = (pricing: PriceQuery): string => JSON.stringify(pricing);

/** An unknown service counts as disabled. */
export const findPricingRules = batchLoader(
  'reads',
  async (tx, pricings: readonly PriceQuery[]): Promise<PricingRules[]> => {
    const distinct = new Map(pricings.map((pricing) => [cacheKey(pricing), pricing]));
    const found = await selectPricingRules(tx, [...distinct.values()]);
    const places = new Map([...distinct.keys()].map((key, place) => [key, place]));
    return pricings.map((pricing) => present(found[places.get(cacheKey(pricing)) ?? 0], 'the rules of a payment'));
  },
);

async function selectPricingRules(tx: Tx, pricings: readonly PriceQuery[]): Promise<PricingRules[]> {
  const { rows } = await sql<Omit<PricingRules, 'marketing'> & Readonly<{ marketing: readonly object[] }>>`
    select coalesce(s.is_on, false) as service_on, s.message as service_message, s.disabled_until as service_until,
      q.message as queue_message, q.ends_at as queue_until, f.fee_minor,
      l.per_payment_minor, l.per_day_minor,
      ${sentThatDay(countsToLimit)} as sent_that_day,
      coalesce(v.is_verified, false) as is_verified, v.per_payment_minor as conditional_per_payment,
      v.per_day_minor as conditional_per_day,
      case when v.has_conditions then ${sentOverAll} end as conditional_sent,
      d.ends as day_ends,
      (select coalesce(json_agg(json_build_object('id', id, 'most', max_minor::text) order by expires_at nulls last, id), '[]')
        from payment.fee_waiver where customer_id = p.customer_id and status = 'available'
          and (expires_at is null or expires_at > ${executionTime}) and p.rail = any (applies_to)
          and (currency is null or currency = p.currency)) as free_trades,
      (r.rule).min_minor, (r.rule).max_minor, (r.rule).arrival_days is not null as in_days, o.opens_at, o.closes_at,
      a.leaves_at, a.arrives_by, payment.days_off(r.rule, a.arrives_by, k.known_until) as days_off,
      (select coalesce(json_agg(to_jsonb(m) || jsonb_build_object('value', m.value::text) order by m.code), '[]')
        from (${allInForce(marketingRule, {}, { at: executionTime })}) m
        where m.product = p.rail and m.currency = p.currency and (m.ends is null or m.ends >= t.london::date)) as marketing
    from unnest(${pricings.map((p) => p.customerId)}::uuid[], ${pricings.map((p) => p.rail)}::text[],
        ${pricings.map((p) => p.currency)}::text[], ${pricings.map((p) => p.tier)}::text[],
        ${pricings.map((p) => p.serviceKey)}::text[], ${pricings.map((p) => p.executesAt)}::timestamptz[],
        ${pricings.map((p) => p.excludedPaymentId)}::uuid[], ${pricings.map((p) => serviceOfRail(p.rail))}::text[])
        with ordinality as p (customer_id, rail, currency, tier, service, execute_at, left_out, rail_service, place)
      cross join lateral (select date_trunc('day', ${executionTime} at time zone 'Europe/London') as london) t
      cross join lateral (select t.london at time zone 'Europe/London' as begins,
        (t.london + interval '1 day') at time zone 'Europe/London' as ends) d
      left join lateral service_control.decide(p.service, p.tier, p.customer_id) s on true
      left join lateral (${inForce(feeRule, ofTier, { at: executionTime })}) f on true
      left join lateral service_control.queue(p.rail_service, p.tier, p.customer_id) q on true
      left join lateral (${inForce(railRule, ofRail, { at: executionTime, select: sql`dated as rule` })}) r on true
      left join lateral payment.opening(r.rule, ${executionTime}) o on true
      cross join lateral (select ${afterQueue('opensAt')} as leaves_at, ${afterQueue('arrivesBy')} as arrives_by) a
      left join lateral (${inForce(holidayCalendar, { calendar: sql`(r.rule).calendar` })}) k on true
      left join lateral (${inForce(limitRule, ofTier, { at: executionTime })}) l on true
      left join lateral (${paymentConditions({ customerId: sql.ref('p.customerId'), currency: sql.ref('p.currency') })}) v on true
    order by p.place`.execute(tx);
  return rows.map((row) => ({
    ...row,
    marketing: row.marketing.map((rule) => fromMarketingJson(fromColumnJson(rule))),
  }));
}

type CeilingQuery = Readonly<{ rail: string; currency: Currency; tier: string }>;

export const findRailCeiling = batchLoader('reads', async (tx, queries: readonly CeilingQuery[]): Promise<bigint[]> => {
  const { rows } = await sql<{ ceiling: bigint }>`
    select coalesce(least(
      (${inForce(railRule, ofRail, { select: sql`max_minor` })}),
      (${inForce(limitRule, ofTier, { select: sql`per_payment_minor` })})), 0) as ceiling
    from unnest(${queries.map((a) => a.rail)}::text[], ${queries.map((a) => a.currency)}::text[], ${queries.map((a) => a.tier)}::text[])
      with ordinality as p (rail, currency, tier, place)
    order by p.place`.execute(tx);
  return rows.map(({ ceiling }) => ceiling);
});

type Bank = Readonly<{ rail: string; bankCode: string }>;

export const findPayeeBankLimit = batchLoader(
  'reads',
  async (tx, banks: readonly Bank[]): Promise<(bigint | undefined)[]> => {
    const { rows } = await sql<{ cap: bigint | null }>`
    select (${inForce(payeeBankLimit, { rail: sql.ref('b.rail'), bankCode: sql.ref('b.bankCode') }, { select: sql`max_minor` })}) as cap
    from unnest(${banks.map((b) => b.rail)}::text[], ${banks.map((b) => b.bankCode)}::text[]) with ordinality as b (rail, bank_code, place)
    order by b.place`.execute(tx);
    return rows.map(({ cap }) => cap ?? undefined);
  },
);

type ConditionalLimit = Readonly<{ perPayment: Money; perDay: Money; usedToday: Money; resetsAt: Date }>;

type Row = Readonly<{ perPaymentMinor: bigint; perDayMinor: bigint; sent: bigint; ends: Date }>;

/** The limits over all ways to send while the approval of the customer has conditions. Undefined without conditions. */
export async function findConditionalLimit(
  tx: Tx,
  { customerId, currency }: Readonly<{ customerId: string; currency: Currency }>,
): Promise<ConditionalLimit | undefined> {
  const { rows } = await sql<Row>`
    select v.per_payment_minor, v.per_day_minor, ${sentOverAll} as sent, d.ends
    from (select ${customerId}::uuid as customer_id, ${currency}::text as currency, null::uuid as left_out) p
      cross join lateral (select date_trunc('day', now() at time zone 'Europe/London') as london) t
      cross join lateral (select t.london at time zone 'Europe/London' as begins,
        (t.london + interval '1 day') at time zone 'Europe/London' as ends) d
      cross join lateral (${paymentConditions({ customerId: sql.ref('p.customerId'), currency: sql.ref('p.currency') })}) v
    where v.has_conditions`.execute(tx);
  const [row] = rows;
  if (!row) return undefined;
  const of = (minor: bigint): Money => money(currency, minor);
  const limits = { perPayment: of(row.perPaymentMinor), perDay: of(row.perDayMinor), usedToday: of(row.sent) };
  return { ...limits, resetsAt: row.ends };
}

type NewPayeeLimitQuery = Readonly<{
  payeeId: string;
  accountSince: Date;
  currency: Currency;
  executesAt: Date;
  excludedPaymentId: string | null;
}>;

type NewPayeeLimitRow = Readonly<{ limitMinor: bigint; sentMinor: bigint; until: Date }>;

export const selectNewPayeeLimit = batchLoader(
  'reads',
  async (tx, queries: readonly NewPayeeLimitQuery[]): Promise<(NewPayeeLimitRow | undefined)[]> => {
    const { rows } = await sql<NewPayeeLimitRow & Readonly<{ place: number }>>`
      select a.place::int, l.limit_minor, t.until,
        (select coalesce(sum(coalesce(sold_minor, amount_minor)), 0)::bigint from payment.payment p
          where p.payee_id = a.payee_id and coalesce(p.sold_currency, p.currency) = a.currency
            and p.state not in ('draft', 'rejected', 'failed', 'cancelled', 'expired')
            and (a.left_out is null or p.id <> a.left_out)
            and p.created_at >= a.since and coalesce(p.execute_at, p.created_at) < t.until) as sent_minor
      from unnest(${queries.map((a) => a.payeeId)}::uuid[], ${queries.map((a) => a.accountSince)}::timestamptz[],
          ${queries.map((a) => a.currency)}::text[], ${queries.map((a) => a.executesAt)}::timestamptz[],
          ${queries.map((a) => a.excludedPaymentId)}::uuid[]) with ordinality as a (payee_id, since, currency, at, left_out, place)
        cross join lateral (${inForce(newPayeeLimit, { currency: sql.ref('a.currency') }, { at: sql.ref('a.at') })}) l
        cross join lateral (select a.since + l.hours * interval '1 hour' as until) t
      where a.at < t.until`.execute(tx);
    const found = new Map(rows.map(({ place, ...limit }) => [place, limit]));
    return queries.map((_, i) => found.get(i + 1));
  },
);

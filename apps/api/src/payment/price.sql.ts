import type { DaysOff } from '@larkmere/contract/arrival';
import { sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import { gathered } from '../kernel/gather.ts';

export type Pricing = Readonly<{
  customerId: string;
  rail: string;
  currency: string;
  tier: string;
  service: string;
  leavesAt: Date | null;
  /** Excluded from the daily usage: the payment that is priced. */
  leftOut: string | null;
}>;

type FreeTransfer = Readonly<{ id: string; most: string | null }>;

export type Rules = Readonly<{
  service_on: boolean;
  service_message: string | null;
  service_until: Date | null;
  fee_minor: bigint | null;
  per_payment_minor: bigint | null;
  per_day_minor: bigint | null;
  /** By London day, including payments scheduled for it, without failed ones. */
  sent_that_day: bigint;
  day_ends: Date;
  free_trades: readonly FreeTransfer[];
  min_minor: bigint | null;
  max_minor: bigint | null;
  opens_at: Date;
  closes_at: Date | null;
  arrives_by: Date;
  days_off: DaysOff;
  in_days: boolean;
}>;

const moment = sql`coalesce(p.leaves_at, now())`;
const inForceAt = (at: ReturnType<typeof sql>) =>
  sql`rail = p.rail and currency = p.currency and tier = p.tier and effective_from <= ${at} order by effective_from desc limit 1`;

const countsToLimit = sql`customer_id = p.customer_id and rail = p.rail and coalesce(sold_currency, currency) = p.currency
  and state not in ('draft', 'rejected', 'failed', 'cancelled', 'expired')
  and (p.left_out is null or id <> p.left_out)`;

const keyOf = (pricing: Pricing): string => JSON.stringify(pricing);

/** An unknown service counts as disabled. */
export const rulesInForce = gathered('reads', async (tx, asked: readonly Pricing[]): Promise<Rules[]> => {
  const distinct = new Map(asked.map((pricing) => [keyOf(pricing), pricing]));
  const found = await readRules(tx, [...distinct.values()]);
  const places = new Map([...distinct.keys()].map((key, place) => [key, place]));
  return asked.map((pricing) => found[places.get(keyOf(pricing)) ?? 0] as Rules);
});

async function readRules(tx: Tx, pricings: readonly Pricing[]): Promise<Rules[]> {
  const { rows } = await sql<Rules>`
    select coalesce(s.is_on, false) as service_on, s.message as service_message, s.off_until as service_until, f.fee_minor,
      l.per_payment_minor, l.per_day_minor,
      (select coalesce(sum(coalesce(sold_minor, amount_minor)), 0)::bigint from payment.payment
        where ${countsToLimit} and leaves_at is null and created_at >= d.begins and created_at < d.ends)
        + (select coalesce(sum(coalesce(sold_minor, amount_minor)), 0)::bigint from payment.payment
          where ${countsToLimit} and leaves_at >= d.begins and leaves_at < d.ends) as sent_that_day,
      d.ends as day_ends,
      (select coalesce(json_agg(json_build_object('id', id, 'most', max_minor::text) order by expires_at nulls last, id), '[]')
        from payment.free_trade where customer_id = p.customer_id and status = 'available'
          and (expires_at is null or expires_at > ${moment}) and p.rail = any (applies_to)
          and (currency is null or currency = p.currency)) as free_trades,
      (r.rule).min_minor, (r.rule).max_minor, (r.rule).arrival_days is not null as in_days, o.opens_at, o.closes_at, o.arrives_by,
      payment.days_off(r.rule, o.arrives_by) as days_off
    from unnest(${pricings.map((p) => p.customerId)}::uuid[], ${pricings.map((p) => p.rail)}::text[],
        ${pricings.map((p) => p.currency)}::text[], ${pricings.map((p) => p.tier)}::text[],
        ${pricings.map((p) => p.service)}::text[], ${pricings.map((p) => p.leavesAt)}::timestamptz[],
        ${pricings.map((p) => p.leftOut)}::uuid[]) with ordinality as p (customer_id, rail, currency, tier, service, leaves_at, left_out, place)
      cross join lateral (select date_trunc('day', ${moment} at time zone 'Europe/London') as london) t
      cross join lateral (select t.london at time zone 'Europe/London' as begins,
        (t.london + interval '1 day') at time zone 'Europe/London' as ends) d
      left join payment.service_now s on s.key = p.service
      left join lateral (select fee_minor from payment.fee_rule where ${inForceAt(moment)}) f on true
      left join lateral (select rule from payment.rail_rule rule
        where rail = p.rail and currency = p.currency and effective_from <= ${moment} order by effective_from desc limit 1) r on true
      left join lateral payment.opening(r.rule, ${moment}) o on true
      left join lateral (select per_payment_minor, per_day_minor from payment.limit_rule where ${inForceAt(moment)}) l on true
    order by p.place`.execute(tx);
  return rows;
}

type Asked = Readonly<{ rail: string; currency: string; tier: string }>;

export const ceilingOf = gathered('reads', async (tx, asked: readonly Asked[]): Promise<bigint[]> => {
  const { rows } = await sql<{ ceiling: bigint }>`
    select coalesce(least(
      (select max_minor from payment.rail_rule where rail = p.rail and currency = p.currency and effective_from <= now()
        order by effective_from desc limit 1),
      (select per_payment_minor from payment.limit_rule where ${inForceAt(sql`now()`)})), 0) as ceiling
    from unnest(${asked.map((a) => a.rail)}::text[], ${asked.map((a) => a.currency)}::text[], ${asked.map((a) => a.tier)}::text[])
      with ordinality as p (rail, currency, tier, place)
    order by p.place`.execute(tx);
  return rows.map(({ ceiling }) => ceiling);
});

type Bank = Readonly<{ rail: string; bankCode: string }>;

export const capOf = gathered('reads', async (tx, banks: readonly Bank[]): Promise<(bigint | undefined)[]> => {
  const { rows } = await sql<{ cap: bigint | null }>`
    select (select max_minor from payment.bank_cap c where c.rail = b.rail and c.bank_code = b.bank_code and effective_from <= now()
      order by effective_from desc limit 1) as cap
    from unnest(${banks.map((b) => b.rail)}::text[], ${banks.map((b) => b.bankCode)}::text[]) with ordinality as b (rail, bank_code, place)
    order by b.place`.execute(tx);
  return rows.map(({ cap }) => cap ?? undefined);
});

export async function chargesInForce(
  tx: Tx,
  currency: string,
): Promise<Readonly<{ our_fee_minor: bigint; expected_minor: bigint }>> {
  return tx
    .selectFrom('payment.charge_rule')
    .select(['our_fee_minor', 'expected_minor'])
    .where('currency', '=', currency)
    .where('effective_from', '<=', sql<Date>`now()`)
    .orderBy('effective_from', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
}

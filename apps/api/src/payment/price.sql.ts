import { sql } from 'kysely';
import { gathered } from '../kernel/gather.ts';

/** Whose payment, how it travels and in what, and the key of the service that must be on. */
export type Pricing = Readonly<{ customerId: string; rail: string; currency: string; tier: string; service: string }>;

/** All that the rows in force say about a payment, and what the customer has used of it. Nulls: there is no rule. */
export type Rules = Readonly<{
  service_on: boolean;
  service_message: string | null;
  fee_minor: bigint | null;
  per_payment_minor: bigint | null;
  per_day_minor: bigint | null;
  /** Sent on this rail since midnight in London; what came to nothing does not count. */
  sent_today: bigint;
  free_trades: number;
}>;

const inForce = sql`rail = p.rail and currency = p.currency and tier = p.tier and effective_from <= now() order by effective_from desc limit 1`;

/** The rules of a payment in one read. A service that is unknown is off. */
export const rulesInForce = gathered('reads', async (tx, pricings: readonly Pricing[]): Promise<Rules[]> => {
  const { rows } = await sql<Rules>`
    select coalesce(s.is_on, false) as service_on, s.message as service_message, f.fee_minor, l.per_payment_minor, l.per_day_minor,
      (select coalesce(sum(amount_minor), 0)::bigint from payment.payment
        where customer_id = p.customer_id and rail = p.rail and currency = p.currency
          and state not in ('rejected', 'failed', 'cancelled', 'expired')
          and created_at >= date_trunc('day', now() at time zone 'Europe/London') at time zone 'Europe/London') as sent_today,
      (select count(*)::int from payment.free_trade
        where customer_id = p.customer_id and status = 'available' and (expires_at is null or expires_at > now())) as free_trades
    from unnest(${pricings.map((p) => p.customerId)}::uuid[], ${pricings.map((p) => p.rail)}::text[],
        ${pricings.map((p) => p.currency)}::text[], ${pricings.map((p) => p.tier)}::text[],
        ${pricings.map((p) => p.service)}::text[]) with ordinality as p (customer_id, rail, currency, tier, service, place)
      left join payment.service s on s.key = p.service
      left join lateral (select fee_minor from payment.fee_rule where ${inForce}) f on true
      left join lateral (select per_payment_minor, per_day_minor from payment.limit_rule where ${inForce}) l on true
    order by p.place`.execute(tx);
  return rows;
});

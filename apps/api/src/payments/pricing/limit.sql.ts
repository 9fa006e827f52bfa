import { type Currency, type Money, money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { paymentConditions } from '../../customers/kyc/kyc.ts';
import { batchLoader } from '../../platform/batching/batch-loader.ts';
import type { Tx } from '../../platform/db/db.ts';
import { inForce } from '../../platform/settings/setting.ts';
import { sentOverAll } from './price.sql.ts';
import { newPayeeLimit } from './pricing.settings.ts';

export type ConditionalLimit = Readonly<{ perPayment: Money; perDay: Money; usedToday: Money; resetsAt: Date }>;

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

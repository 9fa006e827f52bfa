import { type Currency, type Money, money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { batchLoader } from '../../platform/batching/batch-loader.ts';

export type SentQuery = Readonly<{
  customerId: string;
  userId: string;
  executesAt: Date | null;
  /** Left out: the payment that is checked. */
  excludedPaymentId: string | null;
}>;

export type SentByMember = Readonly<{ sent: readonly Money[]; dayEnds: Date }>;

type Row = Readonly<{ dayEnds: Date; sent: readonly Readonly<{ currency: Currency; minor: string }>[] }>;

const counts = sql`p.customer_id = a.customer_id and p.user_id = a.user_id
  and p.state not in ('draft', 'rejected', 'failed', 'cancelled', 'expired') and (a.left_out is null or p.id <> a.left_out)`;

/**
 * Per currency, what the member sent on the London day of the payment over every rail, including what is scheduled for
 * it, without failed payments. Exchanges and transfers between own accounts are no payments.
 */
export const selectSentByMember = batchLoader(
  'reads',
  async (tx, queries: readonly SentQuery[]): Promise<SentByMember[]> => {
    const { rows } = await sql<Row>`
    select d.ends as day_ends, coalesce((
      select json_agg(json_build_object('currency', s.currency, 'minor', s.minor::text) order by s.currency) from (
        select p.currency, sum(p.minor)::bigint as minor from (
          select coalesce(p.sold_currency, p.currency) as currency, coalesce(p.sold_minor, p.amount_minor) as minor
          from payment.payment p
          where ${counts} and p.execute_at is null and p.created_at >= d.begins and p.created_at < d.ends
          union all
          select coalesce(p.sold_currency, p.currency), coalesce(p.sold_minor, p.amount_minor)
          from payment.payment p where ${counts} and p.execute_at >= d.begins and p.execute_at < d.ends
          union all
          select t.currency, t.amount_minor from member_transfer.transfer t
          where t.customer_id = a.customer_id and t.user_id = a.user_id and t.made_at >= d.begins and t.made_at < d.ends) p
        group by p.currency) s), '[]') as sent
    from unnest(${queries.map((a) => a.customerId)}::uuid[], ${queries.map((a) => a.userId)}::uuid[],
        ${queries.map((a) => a.executesAt)}::timestamptz[], ${queries.map((a) => a.excludedPaymentId)}::uuid[])
        with ordinality as a (customer_id, user_id, at, left_out, place)
      cross join lateral (select date_trunc('day', coalesce(a.at, now()) at time zone 'Europe/London') as london) t
      cross join lateral (select t.london at time zone 'Europe/London' as begins,
        (t.london + interval '1 day') at time zone 'Europe/London' as ends) d
    order by a.place`.execute(tx);
    return rows.map(({ dayEnds, sent }) => ({
      dayEnds,
      sent: sent.map(({ currency, minor }) => money(currency, BigInt(minor))),
    }));
  },
);

/** What the customer `p` sent to other members in the currency of `p` on the day `d`. */
export const sentToMembersThatDay = sql`
  (select coalesce(sum(amount_minor), 0)::bigint from member_transfer.transfer
    where customer_id = p.customer_id and currency = p.currency and made_at >= d.begins and made_at < d.ends)`;

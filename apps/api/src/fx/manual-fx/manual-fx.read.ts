import { type Currency, type Money, money } from '@larkmere/money/money';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { DealRow } from './manual-fx.sql.ts';

const midnight = sql`date_trunc('day', now() at time zone 'Europe/London') at time zone 'Europe/London'`;

export async function staffNames(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from staff.member where id = any(${ids}::uuid[])`.execute(tx);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function findDealsSettledToday(tx: Tx, most: number): Promise<DealRow[]> {
  const { rows } = await sql<DealRow>`
    select d.* from manual_fx.deal d join manual_fx.transition t on t.deal_id = d.id and t.state = 'settled'
    where d.state = 'settled' and t.at >= ${midnight} order by t.at desc limit ${most}`.execute(tx);
  return rows;
}

export type DealtToday = Readonly<{ deals: number; valueMinor: bigint; marginMinor: bigint }>;

/** Deals that customers accepted today and that can still settle. In pounds at the time of their quotes. */
export async function sumDealsOfToday(tx: Tx): Promise<DealtToday> {
  const { rows } = await sql<DealtToday>`
    select count(*)::int as deals, coalesce(sum(q.gbp_minor), 0)::bigint as value_minor,
      coalesce(sum(round(q.gbp_minor * (q.mid_value_minor - q.buy_minor)::numeric / q.mid_value_minor)), 0)::bigint
        as margin_minor
    from manual_fx.transition t join manual_fx.deal d on d.id = t.deal_id
      join manual_fx.quote q on q.deal_id = d.id and q.number = d.quote_number
    where t.state = 'accepted' and t.at >= ${midnight} and d.state in ('accepted', 'booked', 'settled')`.execute(tx);
  return rows[0] ?? { deals: 0, valueMinor: 0n, marginMinor: 0n };
}

/** What accepted and booked deals will add to each position: the sold amount, less the bought one at mid. */
export async function sumUnsettledDeals(tx: Tx): Promise<Money[]> {
  const { rows } = await sql<{ currency: Currency; minor: bigint }>`
    select currency, sum(minor)::bigint as minor from (
      select q.sell as currency, q.sell_minor - q.fee_minor as minor, q.deal_id, q.number from manual_fx.quote q
      union all select q.buy, -q.mid_value_minor, q.deal_id, q.number from manual_fx.quote q
    ) as leg join manual_fx.deal d on d.id = leg.deal_id and d.quote_number = leg.number
    where d.state in ('accepted', 'booked') group by currency order by currency`.execute(tx);
  return rows.map(({ currency, minor }) => money(currency, minor));
}

/** Of the customer’s last deal in this pair that was not this one. */
export async function lastMarginBps(tx: Tx, { id, customerId, sell, buy }: DealRow): Promise<number | null> {
  const { rows } = await sql<{ bps: number }>`
    select q.margin_bps as bps from manual_fx.deal d
      join manual_fx.quote q on q.deal_id = d.id and q.number = d.quote_number
    where d.customer_id = ${customerId} and d.id <> ${id} and d.sell = ${sell} and d.buy = ${buy}
      and d.state in ('accepted', 'booked', 'settled')
    order by q.quoted_at desc limit 1`.execute(tx);
  return rows[0]?.bps ?? null;
}

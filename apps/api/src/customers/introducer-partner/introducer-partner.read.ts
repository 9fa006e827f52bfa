import type { PartnerProduct } from '@larkmere/contract/customers/introducer-partner';
import type { Currency } from '@larkmere/money/money';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { isIncomeReadUntil } from './read-income.read.ts';

export type UnstatedLine = Readonly<{
  customerId: string;
  name: string;
  product: PartnerProduct;
  currency: Currency;
  deals: number;
  shareMinor: bigint;
}>;

/**
 * What no statement has yet, per customer, product and currency, rounded towards zero. An exchange that earned in two
 * currencies is counted in one.
 */
export async function sumUnstated(tx: Tx, partnerId: string, until: string): Promise<UnstatedLine[]> {
  const { rows } = await sql<UnstatedLine>`
    select e.customer_id, c.name, e.product, e.currency,
      count(*) filter (where e.income_minor > 0 and e.leg = (
        select min(f.leg) from introducer_partner.earning f where f.operation_id = e.operation_id))::int as deals,
      div(sum(e.income_minor::numeric * e.share_bps), 10000)::bigint as share_minor
    from introducer_partner.earning e join customer.customer c on c.id = e.customer_id
    where e.partner_id = ${partnerId} and e.statement_id is null and e.booked_at < ${until}::timestamptz
    group by e.customer_id, c.name, e.product, e.currency
    order by c.name, e.customer_id, e.product, e.currency`.execute(tx);
  return rows;
}

export type StatedLine = UnstatedLine & Readonly<{ rate: string; payoutMinor: bigint }>;

export async function selectLines(tx: Tx, statementId: string): Promise<StatedLine[]> {
  const { rows } = await sql<StatedLine>`
    select l.customer_id, c.name, l.product, l.currency, l.deals, l.share_minor,
      l.rate::text as rate, l.payout_minor
    from introducer_partner.statement_line l join customer.customer c on c.id = l.customer_id
    where l.statement_id = ${statementId} order by l.position`.execute(tx);
  return rows;
}

/** A month is over at midnight in London. */
const endOfMonth = sql`((partner.next_month + interval '1 month') at time zone 'Europe/London')`;

/** When the account began to close, while something is left for a last statement. */
const leftAt = sql`(
  select max(t.at) from customer.customer c join customer.status_transition t on t.customer_id = c.id and t.state in ('closing', 'closed')
  where c.id = partner.id and c.state in ('closing', 'closed') and (
    exists (select from introducer_partner.earning e where e.partner_id = c.id and e.statement_id is null)
    or 0 < (select case when state = 'carried' then total_minor else 0 end from introducer_partner.statement
      where partner_id = c.id order by month desc limit 1)))`;

export const isStatementDue = sql<boolean>`(${endOfMonth} <= now() and ${isIncomeReadUntil(endOfMonth)})
  or (${leftAt} is not null and ${isIncomeReadUntil(leftAt)})`;

export type Period = Readonly<{ until: string; hasEnded: boolean; isLeaving: boolean }>;

export async function findPeriod(tx: Tx, partnerId: string): Promise<Period> {
  const { rows } = await sql<Period>`
    select (case when is_over then end_of_month else now() end)::text as until, not is_over as is_leaving,
      not exists (select from introducer_partner.rule_at(id, end_of_month))
        and not exists (select from introducer_partner.rule f where f.customer_id = id and f.effective_from >= end_of_month) as has_ended
    from (select partner.id, ${endOfMonth} as end_of_month, ${endOfMonth} <= now() as is_over
      from introducer_partner.partner where id = ${partnerId}) as p`.execute(tx);
  return rows[0] as Period;
}

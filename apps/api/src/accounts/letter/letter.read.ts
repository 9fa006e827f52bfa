import { type Currency, type Money, money } from '@larkmere/money/money';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { OwnerCtx } from '../../platform/requests/verb.ts';
import { endOfLondonDay } from '../../platform/time/london-day.ts';

export type Holder = Readonly<{
  name: string;
  memberCode: string;
  address: Readonly<{
    street?: string;
    buildingNumber?: string;
    postCode?: string;
    town: string;
    country: string;
  }> | null;
}>;

export async function selectHolder({ tx, actor }: OwnerCtx): Promise<Holder> {
  const { rows } = await sql<Holder>`
    select name, member_code, address from customer.customer where id = ${actor.customerId}`.execute(tx);
  const [holder] = rows;
  if (!holder) throw new RangeError(`no customer ${actor.customerId}`);
  return holder;
}

/** Booked before the end of that London day. */
export async function selectBalanceAfterDay(
  tx: Tx,
  { ledgerAccountId, currency }: Ledgered,
  day: string,
): Promise<Money> {
  const { rows } = await sql<{ balance: bigint }>`
    select e.balance from ledger.entry e
    where e.account_id = ${ledgerAccountId} and e.booked_at < ${endOfLondonDay(day)}
    order by e.booked_at desc limit 1`.execute(tx);
  return money(currency, rows[0]?.balance ?? 0n);
}

type Ledgered = Readonly<{ ledgerAccountId: bigint; currency: Currency }>;

export type FeeTotal = Readonly<{
  source: 'payment' | 'exchange' | 'other';
  count: number;
  charged: Money;
  refunded: Money;
}>;

/** The London year, up to now. A fee is a leg between the account and an income account of ours. */
export async function selectFees(tx: Tx, { ledgerAccountId, currency }: Ledgered, year: number): Promise<FeeTotal[]> {
  const { rows } = await sql<{ source: FeeTotal['source']; count: number; charged: bigint; refunded: bigint }>`
    select case when other.code like 'fee-income:payment:%' then 'payment' when other.code like 'fee-income:fx:%' then 'exchange' else 'other' end as source,
      count(*) filter (where t.debit_account_id = e.account_id)::int as count,
      coalesce(sum(t.amount) filter (where t.debit_account_id = e.account_id), 0)::bigint as charged,
      coalesce(sum(t.amount) filter (where t.credit_account_id = e.account_id), 0)::bigint as refunded
    from ledger.entry e
    join ledger.transfer t on t.op_id = e.op_id and t.leg = e.leg
    join ledger.account_name other on other.class = 'income'
      and other.account_id = case when t.debit_account_id = e.account_id then t.credit_account_id else t.debit_account_id end
    where e.account_id = ${ledgerAccountId} and e.amount <> 0 and e.booked_at >= ${startOf(year)} and e.booked_at < ${startOf(year + 1)}
    group by 1 order by 1`.execute(tx);
  return rows.map(({ charged, refunded, ...rest }) => ({
    ...rest,
    charged: money(currency, charged),
    refunded: money(currency, refunded),
  }));
}

export type ExchangeMargin = Readonly<{ count: number; margin: Money }>;

/** What exchanges from an account in a year would have bought more at the market rate, per currency that was bought. */
export async function selectExchangeMargins(
  tx: Tx,
  { ledgerAccountId }: Ledgered,
  year: number,
): Promise<ExchangeMargin[]> {
  const { rows } = await sql<{ buy: Currency; margin: bigint; count: number }>`
    select buy, sum(mid_value_minor - buy_minor)::bigint as margin, count(*)::int as count from fx.conversion
    where from_account = ${ledgerAccountId} and made_at >= ${startOf(year)} and made_at < ${startOf(year + 1)}
    group by buy order by buy`.execute(tx);
  return rows.map(({ buy, margin, count }) => ({ count, margin: money(buy, margin) }));
}

const startOf = (year: number) => sql`make_timestamptz(${year}, 1, 1, 0, 0, 0, 'Europe/London')`;

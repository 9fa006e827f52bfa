import { type Currency, type Money, money } from '@larkmere/money/money';
import { sql } from 'kysely';
import { type Entry, type EntryRow, entryFromRow } from './statement.ts';
import type { AccountId, Tx } from './types.ts';

type Days = Readonly<{ accountId: AccountId; from: string; to: string }>;

/**
 * Entries that can count from `day` on. A value date is at most 92 days after booking, so older entries are already in
 * the opening balance.
 */
const entriesNear = (accountId: AccountId, day: string) => sql`
  select * from ledger.entry where account_id = ${accountId} and amount <> 0 and booked_at >= ${sinceFor(day)}`;

const sinceFor = (day: string) => sql`(${day}::date - 92)::timestamp at time zone 'utc'`;

const openingBalance = (accountId: AccountId, day: string) => sql`
  coalesce((select e.balance from ledger.entry e where e.account_id = ${accountId}
      and e.booked_at < ${sinceFor(day)} order by e.booked_at desc limit 1), 0)
    + coalesce((select sum(amount) from near where value_date < ${day}::date), 0)`;

/** Entries with a value date in [`from`, `to`), latest first, each with the balance by value date. */
export async function entriesByValueDate(tx: Tx, { accountId, from, to }: Days): Promise<Entry[]> {
  const { rows } = await sql<EntryRow>`
    with near as materialized (${entriesNear(accountId, from)})
    select n.op_id, n.leg, n.code, to_char(n.value_date, 'YYYY-MM-DD') as value_date, a.currency, n.amount::text,
      (${openingBalance(accountId, from)} + sum(n.amount) over (order by n.value_date, n.booked_at))::text as balance,
      round(date_part('epoch', n.booked_at) * 1e6) as cursor
    from near n join ledger.account a on a.id = n.account_id
    where n.value_date >= ${from}::date and n.value_date < ${to}::date
    order by n.value_date desc, n.booked_at desc`.execute(tx);
  return rows.map(entryFromRow);
}

export async function balanceByValueDate(tx: Tx, accountId: AccountId, day: string): Promise<Money> {
  const { rows } = await sql<{ currency: Currency; balance: string }>`
    with near as materialized (${entriesNear(accountId, day)})
    select a.currency, (${openingBalance(accountId, day)} + coalesce((select sum(amount) from near where value_date = ${day}::date), 0))::text as balance
    from ledger.account a where a.id = ${accountId}`.execute(tx);
  const [row] = rows;
  if (!row) throw new RangeError(`no ledger account ${accountId}`);
  return money(row.currency, BigInt(row.balance));
}

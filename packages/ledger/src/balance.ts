import { type Currency, type Money, money } from '@larkmere/money/money';
import { sql } from 'kysely';
import type { AccountId, Tx } from './types.ts';

export type Balance = Readonly<{ balance: Money; available: Money; held: Money; version: bigint }>;

export async function balanceOf(tx: Tx, id: AccountId): Promise<Balance> {
  const found = (await balancesOf(tx, [id])).get(id);
  if (!found) throw new RangeError(`no ledger account ${id}`);
  return found;
}

export async function balancesOf(tx: Tx, ids: readonly AccountId[]): Promise<Map<AccountId, Balance>> {
  const { rows } = await sql<BalanceRow>`
    select id, currency, credits_posted - debits_posted as balance, debits_pending as held, version
    from ledger.account where id = any(${ids}::bigint[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, balanceFromRow(row)]));
}

type BalanceRow = { id: AccountId; currency: Currency; balance: bigint; held: bigint; version: bigint };

function balanceFromRow({ currency, balance, held, version }: BalanceRow): Balance {
  const of = (minor: bigint) => money(currency, minor);
  return { balance: of(balance), available: of(balance - held), held: of(held), version };
}

/** Includes entries booked at exactly `at`. */
export async function balanceAt(tx: Tx, id: AccountId, at: Date): Promise<Money> {
  const { rows } = await sql<{ currency: Currency; balance: bigint }>`
    select currency, coalesce((
      select e.balance from ledger.entry e where e.account_id = a.id and e.booked_at <= ${at.toISOString()}
      order by e.booked_at desc limit 1), 0) as balance
    from ledger.account a where id = ${id}`.execute(tx);
  const [row] = rows;
  if (!row) throw new RangeError(`no ledger account ${id}`);
  return money(row.currency, row.balance);
}

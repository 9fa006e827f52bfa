import { balancesOf } from '@larkmere/ledger/balance';
import type { AccountId } from '@larkmere/ledger/types';
import { sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import type { Day } from './day.ts';

/** What standing orders at work take from an account up to a day, of a fixed sum abroad the most that may leave. */
export async function takenUntil(tx: Tx, customerId: string, bankholderId: string, day: Day): Promise<bigint> {
  const { rows } = await sql<{ taken: bigint }>`
    select coalesce(sum(coalesce(s.most_minor, o.amount_minor)), 0)::bigint as taken
    from standing_order.occurrence o join standing_order.standing_order s on s.id = o.order_id
    where s.source_bankholder_id = ${bankholderId} and s.customer_id = ${customerId} and s.state = 'active'
      and o.settled_at is null and o.pay_day <= ${day}`.execute(tx);
  return rows[0]?.taken ?? 0n;
}

type Need = Readonly<{ id: string; account: AccountId; needed: bigint }>;

/**
 * How much is missing for each of these open dates as things stand now, in minor units; dates with enough are left out.
 * What other standing orders take from the same account up to that day is counted in; of one with a fixed sum abroad it is
 * the most that may leave.
 */
export async function missingFor(tx: Tx, occurrenceIds: readonly string[]): Promise<Map<string, bigint>> {
  const { rows } = await sql<Need>`
    select o.id, a.ledger_account_id as account, (
      select sum(coalesce(s2.most_minor, other.amount_minor)) from standing_order.occurrence other
        join standing_order.standing_order s2 on s2.id = other.order_id
      where s2.source_bankholder_id = s.source_bankholder_id and s2.customer_id = s.customer_id
        and other.settled_at is null and (other.id = o.id or (s2.state = 'active' and other.pay_day <= o.pay_day)))::bigint as needed
    from standing_order.occurrence o
      join standing_order.standing_order s on s.id = o.order_id
      join bank_account.account a on a.bankholder_id = s.source_bankholder_id
    where o.id = any(${occurrenceIds}::uuid[])`.execute(tx);
  const balances = await balancesOf(tx, [...new Set(rows.map(({ account }) => account))]);
  return new Map(
    rows.flatMap(({ id, account, needed }) => {
      const missing = needed - (balances.get(account)?.available.minor ?? 0n);
      return missing > 0n ? [[id, missing] as const] : [];
    }),
  );
}

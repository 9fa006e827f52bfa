import { balancesOf } from '@larkmere/ledger/balance';
import type { AccountId } from '@larkmere/ledger/types';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { Day } from './day.ts';
import { findOrders, type OccurrenceRow, type OrderRow } from './standing-order.sql.ts';

export type UpcomingOccurrence = Readonly<{ order: OrderRow; occurrence: OccurrenceRow; account: AccountId }>;

export async function listUpcomingOccurrences(
  tx: Tx,
  customerIds: readonly string[],
  until: Day,
): Promise<UpcomingOccurrence[]> {
  const { rows } = await sql<OccurrenceRow & { account: AccountId }>`
    select o.*, a.ledger_account_id as account
    from standing_order.standing_order s
      join standing_order.occurrence o on o.order_id = s.id and o.settled_at is null
      join bank_account.account a on a.bankholder_id = s.source_bankholder_id
    where s.customer_id = any(${customerIds}::uuid[]) and s.state = 'active' and o.pay_day <= ${until}
    order by o.pay_day, o.next_attempt_at, o.id`.execute(tx);
  const orders = new Map(
    (
      await findOrders(
        tx,
        rows.map(({ orderId }) => orderId),
      )
    ).map((order) => [order.id, order]),
  );
  return rows.flatMap(({ account, ...occurrence }) => {
    const order = orders.get(occurrence.orderId);
    return order ? [{ order, occurrence, account }] : [];
  });
}

export async function loadAvailable(tx: Tx, accounts: readonly AccountId[]): Promise<Map<AccountId, bigint>> {
  const balances = await balancesOf(tx, [...new Set(accounts)]);
  return new Map([...balances].map(([id, { available }]) => [id, available.minor]));
}

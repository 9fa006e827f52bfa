import { statusesAllowing } from '@larkmere/contract/platform/account-status';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';

export type OrderEligibility = Readonly<{
  orderId: string;
  accountsActive: boolean;
  customerActive: boolean;
  /** The person who placed the order may still act for the customer, on both accounts. */
  makerMayUse: boolean;
  fillsToday: number;
}>;

export async function findOrderEligibility(
  tx: Tx,
  orderIds: readonly string[],
): Promise<Map<string, OrderEligibility>> {
  const { rows } = await sql<OrderEligibility>`
    with holding as (
      select ledger_account_id as account, status = 'active' as active from bank_account.account
    ), asked as (select * from auto_fx.auto_order where id = any(${orderIds}::uuid[])),
    today as (
      select f.customer_id, count(*)::int as n from auto_fx.fill f
      where f.customer_id in (select customer_id from asked) and f.filled_at >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'
      group by 1)
    select o.id as order_id, coalesce(f.active and t.active, false) as accounts_active,
      c.state = any(${statusesAllowing('exchange')}::text[]) and c.allowed_trade as customer_active,
      exists (select from customer.membership m where m.user_id = o.user_id and m.customer_id = o.customer_id
        and m.state = 'active' and (m.accounts is null
          or m.accounts @> array[o.source_bankholder_id, o.target_bankholder_id])) as maker_may_use,
      coalesce(today.n, 0) as fills_today
    from asked o
      join customer.customer c on c.id = o.customer_id
      left join holding f on f.account = o.from_account
      left join holding t on t.account = o.to_account
      left join today on today.customer_id = o.customer_id`.execute(tx);
  return new Map(rows.map((row) => [row.orderId, row]));
}

export type FillRow = Readonly<{
  orderId: string;
  at: Date;
  reference: string;
  sellMinor: bigint;
  buyMinor: bigint;
  rate: string;
  paymentId: string | null;
  paidMinor: bigint | null;
}>;

export async function findFills(tx: Tx, orderIds: readonly string[]): Promise<FillRow[]> {
  const { rows } = await sql<FillRow>`
    select f.order_id, f.filled_at as at, c.reference, c.sell_minor,
      c.buy_minor, c.rate::text, p.id as payment_id, p.amount_minor as paid_minor
    from unnest(${orderIds}::uuid[]) as asked (id)
      cross join lateral (select * from auto_fx.fill where order_id = asked.id order by run desc limit 12) f
      join fx.conversion c on c.id = f.conversion_id
      left join payment.payment p on p.source = 'auto_fx' and p.source_id = f.conversion_id
    order by f.filled_at desc`.execute(tx);
  return rows;
}

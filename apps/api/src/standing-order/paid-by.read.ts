import type { PaymentState } from '@larkmere/contract/payment';
import { sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';

export type PaidBy = Readonly<{ id: string; state: PaymentState; reason: string | null }>;

export async function paymentsOfDates(tx: Tx, paymentIds: readonly string[]): Promise<ReadonlyMap<string, PaidBy>> {
  const { rows } = await sql<PaidBy>`
    select id, state, reason from payment.payment where id = any(${paymentIds}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

export const cameToNothing: readonly PaymentState[] = ['draft', 'expired', 'rejected', 'failed', 'cancelled'];

export type PaidSum = Readonly<{ orderId: string; count: number; totalMinor: bigint }>;

export async function paidSums(tx: Tx, orderIds: readonly string[]): Promise<PaidSum[]> {
  const unpaid = ['awaiting_approval', ...cameToNothing];
  const { rows } = await sql<PaidSum>`
    select o.order_id as "orderId", count(*)::int as count, sum(o.amount_minor)::bigint as "totalMinor"
    from standing_order.occurrence o join payment.payment p on p.id = o.payment_id
    where o.order_id = any(${orderIds}::uuid[]) and o.state = 'paid' and p.state <> all(${unpaid}) group by 1`.execute(
    tx,
  );
  return rows;
}

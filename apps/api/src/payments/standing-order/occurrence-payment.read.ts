import type { PaymentState } from '@larkmere/contract/payments/payment';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';

export type OccurrencePayment = Readonly<{ id: string; state: PaymentState; reason: string | null }>;

export async function findOccurrencePayments(
  tx: Tx,
  paymentIds: readonly string[],
): Promise<ReadonlyMap<string, OccurrencePayment>> {
  const { rows } = await sql<OccurrencePayment>`
    select id, state, reason from payment.payment where id = any(${paymentIds}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

export const failedPaymentStates: readonly PaymentState[] = ['draft', 'expired', 'rejected', 'failed', 'cancelled'];

export type PaidTotal = Readonly<{ orderId: string; count: number; totalMinor: bigint }>;

export async function sumPaidByOrder(tx: Tx, orderIds: readonly string[]): Promise<PaidTotal[]> {
  const unpaid = ['awaiting_approval', ...failedPaymentStates];
  const { rows } = await sql<PaidTotal>`
    select o.order_id, count(*)::int as count, sum(o.amount_minor)::bigint as total_minor
    from standing_order.occurrence o join payment.payment p on p.id = o.payment_id
    where o.order_id = any(${orderIds}::uuid[]) and o.state = 'paid' and p.state <> all(${unpaid}) group by 1`.execute(
    tx,
  );
  return rows;
}

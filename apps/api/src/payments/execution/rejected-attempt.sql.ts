import { type Insertable, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { PaymentRejectedAttempt } from '../../platform/db/schema.gen.ts';

export async function insertRejectedAttempt(tx: Tx, order: Insertable<PaymentRejectedAttempt>): Promise<void> {
  await tx.insertInto('payment.rejected_attempt').values(order).execute();
}

export async function findRejectedAttempt(
  tx: Tx,
  paymentId: string,
  attempt: number,
): Promise<{ uetr: string; resubmittedAt: Date | null }> {
  const { rows } = await sql<{ uetr: string; resubmittedAt: Date | null }>`
    select g.uetr, case when g.attempt > 1 then (
      select min(at) from payment.message where payment_id = g.payment_id and direction = 'out' and kind = 'order'
        and position(g.uetr::text in document) > 0) end as resubmitted_at
    from payment.rejected_attempt g where g.payment_id = ${paymentId} and g.attempt = ${attempt}`.execute(tx);
  const [order] = rows;
  if (!order) throw new Error(`order ${attempt} of payment ${paymentId} was never given back`);
  return order;
}

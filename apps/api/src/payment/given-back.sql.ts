import { type Insertable, sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import type { PaymentGivenBack } from '../kernel/schema.gen.ts';

export async function isAsking(tx: Tx, code: string): Promise<boolean> {
  const row = await tx
    .selectFrom('payment.asking_reason')
    .select('asks')
    .where('code', '=', code)
    .where('effective_from', '<=', sql<Date>`now()`)
    .orderBy('effective_from', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.asks ?? false;
}

export async function insertGivenBack(tx: Tx, order: Insertable<PaymentGivenBack>): Promise<void> {
  await tx.insertInto('payment.given_back').values(order).execute();
}

export async function orderGivenBack(
  tx: Tx,
  paymentId: string,
  attempt: number,
): Promise<{ uetr: string; attempted_at: Date | null }> {
  const { rows } = await sql<{ uetr: string; attempted_at: Date | null }>`
    select g.uetr, case when g.attempt > 1 then (
      select min(at) from payment.message where payment_id = g.payment_id and direction = 'out' and kind = 'order'
        and position(g.uetr::text in document) > 0) end as attempted_at
    from payment.given_back g where g.payment_id = ${paymentId} and g.attempt = ${attempt}`.execute(tx);
  const [order] = rows;
  if (!order) throw new Error(`order ${attempt} of payment ${paymentId} was never given back`);
  return order;
}

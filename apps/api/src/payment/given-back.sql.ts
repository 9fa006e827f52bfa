import { type Insertable, sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import type { PaymentGivenBack } from '../kernel/schema.gen.ts';

/** Whether a bank that rejects with this code asks something. */
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

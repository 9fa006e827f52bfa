import type { Tx } from '../kernel/db.ts';

/** A payment that is on its way to this payee, by what tells it to the customer. */
export const paymentUnderWay = (tx: Tx, payeeId: string): Promise<{ uid: string; reference: string } | undefined> =>
  tx
    .selectFrom('payment.payment')
    .select(['id as uid', 'reference'])
    .where('payee_id', '=', payeeId)
    .where('under_way', '=', true)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();

import type { Tx } from '../kernel/db.ts';

/** Whether money is on its way to this payee. */
export async function hasPaymentUnderWay(tx: Tx, payeeId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('payment.payment')
    .select('id')
    .where('payee_id', '=', payeeId)
    .where('state', 'in', ['ready', 'submitted', 'sent'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

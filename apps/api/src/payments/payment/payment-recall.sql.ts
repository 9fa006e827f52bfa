import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { PaymentRecall } from '../../platform/db/schema.gen.ts';

export type Recall = Readonly<Selectable<PaymentRecall>>;

export async function findRecalls(tx: Tx, paymentIds: readonly string[]): Promise<Map<string, Recall>> {
  const rows = await tx
    .selectFrom('payment.recall')
    .selectAll()
    .where('paymentId', '=', sql<string>`any(${paymentIds}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.paymentId, row]));
}

export async function insertRecall(tx: Tx, recall: Insertable<PaymentRecall>): Promise<void> {
  await tx.insertInto('payment.recall').values(recall).execute();
}

export async function updateRecall(tx: Tx, paymentId: string, change: Updateable<PaymentRecall>): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payment.recall')
    .set(change)
    .where('paymentId', '=', paymentId)
    .where('respondedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

import type { Insertable, Selectable } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { ClosureRequest } from '../../platform/db/schema.gen.ts';

export type RequestRow = Readonly<Selectable<ClosureRequest>>;

/** Undefined if another request of the customer came first. */
export const insertRequest = (tx: Tx, row: Insertable<ClosureRequest>): Promise<RequestRow | undefined> =>
  tx
    .insertInto('closure.request')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

/** The request of the customer that was not withdrawn. */
export const selectRequest = (tx: Tx, customerId: string): Promise<RequestRow | undefined> =>
  tx
    .selectFrom('closure.request')
    .selectAll()
    .where('customerId', '=', customerId)
    .where('state', '<>', 'withdrawn')
    .executeTakeFirst();

export const lockRequest = (tx: Tx, customerId: string): Promise<RequestRow | undefined> =>
  tx
    .selectFrom('closure.request')
    .selectAll()
    .where('customerId', '=', customerId)
    .where('state', '<>', 'withdrawn')
    .forUpdate()
    .executeTakeFirst();

export async function isRepeat(tx: Tx, customerId: string, key: string): Promise<boolean> {
  const row = await tx
    .selectFrom('closure.request')
    .select('id')
    .where('customerId', '=', customerId)
    .where('requestKey', '=', key)
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateExitPayee(tx: Tx, id: string, payeeId: string): Promise<void> {
  await tx.updateTable('closure.request').set({ exitPayeeId: payeeId }).where('id', '=', id).execute();
}

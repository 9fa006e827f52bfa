import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { FxPendingConversion } from '../../platform/db/schema.gen.ts';

export type PendingConversion = Readonly<Selectable<FxPendingConversion>>;

export const insertPendingConversion = (tx: Tx, row: Insertable<FxPendingConversion>): Promise<PendingConversion> =>
  tx.insertInto('fx.pending_conversion').values(row).returningAll().executeTakeFirstOrThrow();

export const lockPendingConversion = (tx: Tx, id: string): Promise<PendingConversion | undefined> =>
  tx
    .selectFrom('fx.pending_conversion')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'awaiting_approval')
    .forNoKeyUpdate()
    .executeTakeFirst();

export async function closePendingConversion(
  tx: Tx,
  id: string,
  change: Updateable<FxPendingConversion>,
): Promise<void> {
  await tx.updateTable('fx.pending_conversion').set(change).where('id', '=', id).execute();
}

import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import type { FxTeamExchange } from '../kernel/schema.gen.ts';

export type TeamExchange = Readonly<Selectable<FxTeamExchange>>;

export const insertTeamExchange = (tx: Tx, row: Insertable<FxTeamExchange>): Promise<TeamExchange> =>
  tx.insertInto('fx.team_exchange').values(row).returningAll().executeTakeFirstOrThrow();

export const lockWaitingExchange = (tx: Tx, id: string): Promise<TeamExchange | undefined> =>
  tx
    .selectFrom('fx.team_exchange')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'awaiting_approval')
    .forNoKeyUpdate()
    .executeTakeFirst();

export async function endTeamExchange(tx: Tx, id: string, change: Updateable<FxTeamExchange>): Promise<void> {
  await tx.updateTable('fx.team_exchange').set(change).where('id', '=', id).execute();
}

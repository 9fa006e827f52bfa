import { type Insertable, type Selectable, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { ApiLogResend } from '../../platform/db/schema.gen.ts';

export type ResendRow = Readonly<Selectable<ApiLogResend>>;

export async function insertResend(tx: Tx, row: Insertable<ApiLogResend>): Promise<void> {
  await tx.insertInto('api_log.resend').values(row).execute();
}

export const lockResend = (tx: Tx, id: string): Promise<ResendRow | undefined> =>
  tx.selectFrom('api_log.resend').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

type Decision = Readonly<{ id: string; by: string; state: 'sent' | 'refused'; note: string | null }>;

export async function decideResend(tx: Tx, { id, by, state, note }: Decision): Promise<void> {
  await tx
    .updateTable('api_log.resend')
    .set({ state, decidedBy: by, decidedAt: sql`now()`, note })
    .where('id', '=', id)
    .execute();
}

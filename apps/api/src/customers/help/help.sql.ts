import { type Insertable, type Selectable, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { HelpMessage } from '../../platform/db/schema.gen.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import { decrypt } from '../../platform/security/encryption.ts';

export type HelpMessageRow = Readonly<Selectable<HelpMessage>>;

export const insertMessage = (tx: Tx, row: Insertable<HelpMessage>): Promise<HelpMessageRow> =>
  tx.insertInto('help.message').values(row).returningAll().executeTakeFirstOrThrow();

export const selectLastMessage = (
  tx: Tx,
  { userId, customerId }: Readonly<{ userId: string; customerId: string }>,
): Promise<HelpMessageRow | undefined> =>
  tx
    .selectFrom('help.message')
    .selectAll()
    .where('userId', '=', userId)
    .where('customerId', '=', customerId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export async function countRecentMessages(tx: Tx, userId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from help.message
    where user_id = ${userId} and created_at > now() - interval '1 hour'`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** Undefined once the e-mail has left. */
export async function readPendingText(tx: Tx, key: Buffer, id: string): Promise<string | undefined> {
  const row = await tx.selectFrom('help.message').select('pendingText').where('id', '=', id).executeTakeFirst();
  return row?.pendingText ? decrypt(key, id, row.pendingText) : undefined;
}

export async function deletePendingText(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('help.message').set({ pendingText: null }).where('id', '=', id).execute();
}

/** No e-mail is tried for so long, so a text that is still there has lost its way. */
export const helpTextPurge = defineJob({
  name: 'purge-help-texts',
  everySeconds: 3600,
  run: ({ db }) =>
    db
      .updateTable('help.message')
      .set({ pendingText: null })
      .where('pendingText', 'is not', null)
      .where('createdAt', '<', sql<Date>`now() - interval '7 days'`)
      .execute(),
});

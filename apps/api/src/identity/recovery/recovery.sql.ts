import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { defineJob } from '../../platform/jobs/job.ts';

const linkMinutes = 30;

type NewRequest = Readonly<{ id: string; userId: string | null; tokenHash: Buffer }>;

export async function insertRequest(tx: Tx, { id, userId, tokenHash }: NewRequest): Promise<Date> {
  const { expires_at } = await tx
    .insertInto('recovery.request')
    .values({
      id,
      user_id: userId,
      token_hash: tokenHash,
      expires_at: sql`now() + ${linkMinutes} * interval '1 minute'`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return expires_at;
}

/** The row lock lets one of two concurrent uses through. */
export async function useLink(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const used = await tx
    .updateTable('recovery.request')
    .set({ used_at: sql`now()` })
    .where('token_hash', '=', tokenHash)
    .where('user_id', 'is not', null)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

export async function voidOtherLinks(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('recovery.request')
    .set({ voided_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .execute();
}

/** A reset lowers a limit for a day, so its row stays longer than that. */
export const recoveryPurge = defineJob({
  name: 'purge-recovery-requests',
  everySeconds: 3600,
  run: ({ db }) =>
    db.deleteFrom('recovery.request').where('requested_at', '<', sql<Date>`now() - interval '30 days'`).execute(),
});

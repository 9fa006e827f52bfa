import type { Channel } from '@larkmere/contract/identity/channel';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { defineJob } from '../../platform/jobs/job.ts';

const linkMinutes = 30;

type NewRequest = Readonly<{
  id: string;
  userId: string | null;
  tokenHash: Buffer;
  /** What the proof of the person came through. */
  channel: Channel;
  /** Of the request of staff that sends the link. */
  helpKey?: string;
}>;

export async function insertRequest(tx: Tx, { id, userId, tokenHash, channel, helpKey }: NewRequest): Promise<Date> {
  const { expires_at } = await tx
    .insertInto('recovery.request')
    .values({
      id,
      user_id: userId,
      token_hash: tokenHash,
      channel,
      help_key: helpKey ?? null,
      expires_at: sql`now() + ${linkMinutes} * interval '1 minute'`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return expires_at;
}

/** What the link came through; undefined if it works no longer. The row lock lets one of two concurrent uses through. */
export async function useLink(tx: Tx, tokenHash: Buffer): Promise<Channel | undefined> {
  const used = await tx
    .updateTable('recovery.request')
    .set({ used_at: sql`now()` })
    .where('token_hash', '=', tokenHash)
    .where('user_id', 'is not', null)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('channel')
    .executeTakeFirst();
  return used?.channel as Channel | undefined;
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

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
  const { expiresAt } = await tx
    .insertInto('recovery.request')
    .values({
      id,
      userId,
      tokenHash,
      channel,
      helpKey: helpKey ?? null,
      expiresAt: sql`now() + ${linkMinutes} * interval '1 minute'`,
    })
    .returning('expiresAt')
    .executeTakeFirstOrThrow();
  return expiresAt;
}

/** What the link came through; undefined if it works no longer. The row lock lets one of two concurrent uses through. */
export async function useLink(tx: Tx, tokenHash: Buffer): Promise<Channel | undefined> {
  const used = await tx
    .updateTable('recovery.request')
    .set({ usedAt: sql`now()` })
    .where('tokenHash', '=', tokenHash)
    .where('userId', 'is not', null)
    .where('usedAt', 'is', null)
    .where('voidedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .returning('channel')
    .executeTakeFirst();
  return used?.channel;
}

export async function voidOtherLinks(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('recovery.request')
    .set({ voidedAt: sql`now()` })
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .where('voidedAt', 'is', null)
    .execute();
}

/** A reset lowers a limit for a day, so its row stays longer than that. */
export const recoveryPurge = defineJob({
  name: 'purge-recovery-requests',
  everySeconds: 3600,
  run: ({ db }) =>
    db.deleteFrom('recovery.request').where('requestedAt', '<', sql<Date>`now() - interval '30 days'`).execute(),
});

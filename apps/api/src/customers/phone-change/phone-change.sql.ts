import type { Channel } from '@larkmere/contract/identity/channel';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import type { Erasure } from '../../platform/requests/erasure.ts';

const codeMinutes = 30;
const maxWrongTries = 5;

export type PhoneChange = Readonly<{
  id: string;
  userId: string;
  oldPhone: string | null;
  newPhone: string;
  channel: Channel;
  ownCodeHash: Buffer;
  newCodeHash: Buffer;
}>;

export async function voidPhoneChanges(tx: Tx, userId: string): Promise<void> {
  await sql`update phone_change.request set voided_at = now()
    where user_id = ${userId} and used_at is null and voided_at is null`.execute(tx);
}

/** An earlier request ends. */
export async function insertPhoneChange(tx: Tx, change: PhoneChange): Promise<Date> {
  await voidPhoneChanges(tx, change.userId);
  const { expiresAt } = await tx
    .insertInto('phone_change.request')
    .values({
      id: change.id,
      userId: change.userId,
      oldPhone: change.oldPhone,
      newPhone: change.newPhone,
      channel: change.channel,
      ownCodeHash: change.ownCodeHash,
      newCodeHash: change.newCodeHash,
      expiresAt: sql`now() + ${codeMinutes} * interval '1 minute'`,
    })
    .returning('expiresAt')
    .executeTakeFirstOrThrow();
  return expiresAt;
}

export async function countRecentChanges(tx: Tx, userId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from phone_change.request
    where user_id = ${userId} and requested_at > now() - interval '1 hour'`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** The row stays locked, so that concurrent tries all count. */
export async function lockOpenChange(tx: Tx, userId: string): Promise<PhoneChange | undefined> {
  const { rows } = await sql<PhoneChange>`
    select id, user_id, old_phone, new_phone, channel,
      own_code_hash, new_code_hash
    from phone_change.request
    where user_id = ${userId} and used_at is null and voided_at is null and expires_at > now() for update`.execute(tx);
  return rows[0];
}

export async function countWrongTry(tx: Tx, id: string): Promise<void> {
  await sql`
    update phone_change.request set wrong_tries = wrong_tries + 1,
      voided_at = case when wrong_tries + 1 >= ${maxWrongTries} then now() end
    where id = ${id}`.execute(tx);
}

export async function useChange(tx: Tx, id: string): Promise<void> {
  await sql`update phone_change.request set used_at = now() where id = ${id}`.execute(tx);
}

export const phoneChangePurge = defineJob({
  name: 'purge-phone-changes',
  everySeconds: 3600,
  run: ({ db }) =>
    db.deleteFrom('phone_change.request').where('requestedAt', '<', sql<Date>`now() - interval '30 days'`).execute(),
});

export const erasePhoneChanges: TransactionalHandler<Erasure> = async ({ tx }, { payload: { people } }) => {
  if (people.length > 0) await tx.deleteFrom('phone_change.request').where('userId', 'in', people).execute();
};

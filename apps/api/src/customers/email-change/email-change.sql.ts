import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { defineJob } from '../../platform/jobs/job.ts';

const codeMinutes = 30;
const maxWrongTries = 5;

export type EmailChange = Readonly<{
  id: string;
  userId: string;
  oldEmail: string;
  newEmail: string;
  isTaken: boolean;
  oldCodeHash: Buffer;
  newCodeHash: Buffer;
}>;

export async function voidEmailChanges(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('email_change.request')
    .set({ voided_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .execute();
}

export async function insertEmailChange(tx: Tx, change: EmailChange): Promise<Date> {
  await voidEmailChanges(tx, change.userId);
  const { expires_at } = await tx
    .insertInto('email_change.request')
    .values({
      id: change.id,
      user_id: change.userId,
      old_email: change.oldEmail,
      new_email: change.newEmail,
      is_taken: change.isTaken,
      old_code_hash: change.oldCodeHash,
      new_code_hash: change.newCodeHash,
      expires_at: sql`now() + ${codeMinutes} * interval '1 minute'`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return expires_at;
}

export async function countRecentChanges(tx: Tx, userId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from email_change.request
    where user_id = ${userId} and requested_at > now() - interval '1 hour'`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** The row stays locked, so that concurrent tries all count. */
export async function lockOpenChange(tx: Tx, userId: string): Promise<EmailChange | undefined> {
  const { rows } = await sql<EmailChange>`
    select id, user_id as "userId", old_email as "oldEmail", new_email as "newEmail", is_taken as "isTaken",
      old_code_hash as "oldCodeHash", new_code_hash as "newCodeHash"
    from email_change.request
    where user_id = ${userId} and used_at is null and voided_at is null and expires_at > now() for update`.execute(tx);
  return rows[0];
}

export async function countWrongTry(tx: Tx, id: string): Promise<void> {
  await sql`
    update email_change.request set wrong_tries = wrong_tries + 1,
      voided_at = case when wrong_tries + 1 >= ${maxWrongTries} then now() end
    where id = ${id}`.execute(tx);
}

export async function useChange(tx: Tx, { id }: EmailChange): Promise<void> {
  await tx.updateTable('email_change.request').set({ used_at: sql`now()` }).where('id', '=', id).execute();
}

/** A change lowers a limit for a day, so its row stays longer than that. */
export const emailChangePurge = defineJob({
  name: 'purge-email-changes',
  everySeconds: 3600,
  run: ({ db }) =>
    db.deleteFrom('email_change.request').where('requested_at', '<', sql<Date>`now() - interval '30 days'`).execute(),
});

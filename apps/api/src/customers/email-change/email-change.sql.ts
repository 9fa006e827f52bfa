import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import type { Erasure } from '../../platform/requests/erasure.ts';

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
    .set({ voidedAt: sql`now()` })
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .where('voidedAt', 'is', null)
    .execute();
}

export async function insertEmailChange(tx: Tx, change: EmailChange): Promise<Date> {
  await voidEmailChanges(tx, change.userId);
  const { expiresAt } = await tx
    .insertInto('email_change.request')
    .values({
      id: change.id,
      userId: change.userId,
      oldEmail: change.oldEmail,
      newEmail: change.newEmail,
      isTaken: change.isTaken,
      oldCodeHash: change.oldCodeHash,
      newCodeHash: change.newCodeHash,
      expiresAt: sql`now() + ${codeMinutes} * interval '1 minute'`,
    })
    .returning('expiresAt')
    .executeTakeFirstOrThrow();
  return expiresAt;
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
    select id, user_id, old_email, new_email, is_taken,
      old_code_hash, new_code_hash
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
  await tx.updateTable('email_change.request').set({ usedAt: sql`now()` }).where('id', '=', id).execute();
}

/** A change lowers a limit for a day, so its row stays longer than that. */
export const emailChangePurge = defineJob({
  name: 'purge-email-changes',
  everySeconds: 3600,
  run: ({ db }) =>
    db.deleteFrom('email_change.request').where('requestedAt', '<', sql<Date>`now() - interval '30 days'`).execute(),
});

export const eraseEmailChanges: TransactionalHandler<Erasure> = async ({ tx }, { payload: { people } }) => {
  if (people.length > 0) await tx.deleteFrom('email_change.request').where('userId', 'in', people).execute();
};

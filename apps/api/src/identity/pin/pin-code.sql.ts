import type { Channel } from '@larkmere/contract/identity/channel';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { defineJob } from '../../platform/jobs/job.ts';

const codeMinutes = 15;
const maxWrongTries = 5;

type NewCode = Readonly<{ id: string; userId: string; channel: Channel; codeHash: Buffer }>;

export async function voidCodes(tx: Tx, userId: string): Promise<void> {
  await sql`update pin.code set voided_at = now()
    where user_id = ${userId} and used_at is null and voided_at is null`.execute(tx);
}

/** An earlier code ends. */
export async function insertCode(tx: Tx, { id, userId, channel, codeHash }: NewCode): Promise<Date> {
  await voidCodes(tx, userId);
  const { expiresAt } = await tx
    .insertInto('pin.code')
    .values({
      id,
      userId,
      channel,
      codeHash,
      expiresAt: sql`now() + ${codeMinutes} * interval '1 minute'`,
    })
    .returning('expiresAt')
    .executeTakeFirstOrThrow();
  return expiresAt;
}

export async function countCodes(tx: Tx, userId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pin.code
    where user_id = ${userId} and requested_at > now() - interval '1 hour'`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** The row stays locked, so that concurrent tries all count. */
export async function lockOpenCode(
  tx: Tx,
  userId: string,
): Promise<Readonly<{ id: string; channel: Channel; codeHash: Buffer }> | undefined> {
  const { rows } = await sql<{ id: string; channel: Channel; codeHash: Buffer }>`
    select id, channel, code_hash from pin.code
    where user_id = ${userId} and used_at is null and voided_at is null and expires_at > now() for update`.execute(tx);
  return rows[0];
}

export async function countWrongCode(tx: Tx, id: string): Promise<void> {
  await sql`
    update pin.code set wrong_tries = wrong_tries + 1,
      voided_at = case when wrong_tries + 1 >= ${maxWrongTries} then now() end
    where id = ${id}`.execute(tx);
}

export async function useCode(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    update pin.code set used_at = now()
    where id = ${id} and used_at is null and voided_at is null and expires_at > now() returning id`.execute(tx);
  return rows.length === 1;
}

export const pinCodePurge = defineJob({
  name: 'purge-pin-codes',
  everySeconds: 3600,
  run: ({ db }) => db.deleteFrom('pin.code').where('requestedAt', '<', sql<Date>`now() - interval '1 day'`).execute(),
});

import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import { challengeExpiry, type PasskeyOwner } from '../../platform/security/passkey-store.ts';

const enrolmentMinutes = 10;

export const staffPasskeyOwner = (memberId: string): PasskeyOwner => ({
  schema: 'staff',
  column: 'memberId',
  id: memberId,
});

/** Whether the session may do nothing but set up the first second factor. */
export async function isEnrolling(tx: Tx, sessionId: string): Promise<boolean> {
  const row = await tx.selectFrom('staff.session').select('isEnrolling').where('id', '=', sessionId).executeTakeFirst();
  return row?.isEnrolling === true;
}

export type StaffLoginAttempt = Readonly<{ id: string; memberId: string }>;

export async function insertLoginAttempt(
  tx: Tx,
  { id, memberId }: StaffLoginAttempt,
  tokenHash: Buffer,
): Promise<Date> {
  const { expiresAt } = await tx
    .insertInto('staff.login_attempt')
    .values({ id, tokenHash, memberId, expiresAt: challengeExpiry })
    .returning('expiresAt')
    .executeTakeFirstOrThrow();
  return expiresAt;
}

export async function findLoginAttempt(tx: Tx, tokenHash: Buffer): Promise<StaffLoginAttempt | undefined> {
  const { rows } = await sql<StaffLoginAttempt>`
    select a.id, a.member_id from staff.login_attempt a join staff.member m on m.id = a.member_id
    where a.token_hash = ${tokenHash} and a.used_at is null and a.expires_at > now() and m.status = 'active'`.execute(
    tx,
  );
  return rows[0];
}

export async function consumeLoginAttempt(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    update staff.login_attempt set used_at = now()
    where id = ${id} and used_at is null and expires_at > now() returning id`.execute(tx);
  return rows.length === 1;
}

/** The app in use stays until the first code of the next one. A secret that was begun before no longer counts. */
export async function beginNextAuthenticator(tx: Tx, memberId: string, sealed: Buffer): Promise<void> {
  await sql`update staff.member set next_totp_secret = ${sealed}, next_totp_begun_at = now()
    where id = ${memberId}`.execute(tx);
}

/** Undefined if none was begun in the last ten minutes. */
export async function findNextSecret(tx: Tx, memberId: string): Promise<Buffer | undefined> {
  const { rows } = await sql<{ sealed: Buffer }>`
    select next_totp_secret as sealed from staff.member
    where id = ${memberId} and next_totp_begun_at > now() - ${enrolmentMinutes} * interval '1 minute'`.execute(tx);
  return rows[0]?.sealed;
}

type NextAuthenticator = Readonly<{ memberId: string; encryptedSecret: Buffer; step: bigint }>;

/** False if another secret was begun meanwhile, or this one is in use already. */
export async function switchAuthenticator(
  tx: Tx,
  { memberId, encryptedSecret, step }: NextAuthenticator,
): Promise<boolean> {
  const { rows } = await sql`
    update staff.member set totp_secret = next_totp_secret, totp_confirmed_at = now(), last_totp_step = ${step},
      next_totp_secret = null, next_totp_begun_at = null
    where id = ${memberId} and status = 'active' and next_totp_secret = ${encryptedSecret} returning id`.execute(tx);
  return rows.length === 1;
}

/** Returns the number of passkeys. The columns of the authenticator app belong to the account. */
export async function deleteFactors(tx: Tx, memberId: string): Promise<number> {
  await tx.deleteFrom('staff.challenge').where('memberId', '=', memberId).execute();
  await tx.deleteFrom('staff.login_attempt').where('memberId', '=', memberId).execute();
  const removed = await tx.deleteFrom('staff.passkey').where('memberId', '=', memberId).returning('id').execute();
  return removed.length;
}

export const staffChallengePurge = defineJob({
  name: 'purge-staff-challenges',
  everySeconds: 600,
  run: async ({ db }) => {
    await db.deleteFrom('staff.challenge').where('expiresAt', '<=', sql<Date>`now()`).execute();
    await db.deleteFrom('staff.login_attempt').where('expiresAt', '<=', sql<Date>`now()`).execute();
  },
});

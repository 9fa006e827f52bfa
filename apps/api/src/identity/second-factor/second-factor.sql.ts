import type { FactorMethod } from '@larkmere/contract/identity/second-factor';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import type { Erasure } from '../../platform/requests/erasure.ts';
import { challengeExpiry, deletePasskey, type PasskeyOwner } from '../../platform/security/passkey-store.ts';

const enrolmentMinutes = 10;

export const passkeyOwner = (userId: string): PasskeyOwner => ({
  schema: 'second_factor',
  column: 'userId',
  id: userId,
});

export type Authenticator = Readonly<{
  id: string;
  secret: Buffer;
  confirmedAt: Date | null;
  lastUsedAt: Date | null;
  isOpen: boolean;
}>;

export async function findAuthenticator(tx: Tx, userId: string): Promise<Authenticator | undefined> {
  const { rows } = await sql<Authenticator>`
    select id, secret, confirmed_at, last_used_at,
      created_at > now() - ${enrolmentMinutes} * interval '1 minute' as is_open
    from second_factor.authenticator where user_id = ${userId}`.execute(tx);
  return rows[0];
}

/** Replaces one that was begun and not confirmed. False if a confirmed one is in use. */
export async function insertAuthenticator(
  tx: Tx,
  { userId, id, secret }: Readonly<{ userId: string; id: string; secret: Buffer }>,
): Promise<boolean> {
  const { rows } = await sql`
    insert into second_factor.authenticator as a (user_id, id, secret) values (${userId}, ${id}, ${secret})
    on conflict (user_id) do update set id = excluded.id, secret = excluded.secret, created_at = now()
      where a.confirmed_at is null
    returning id`.execute(tx);
  return rows.length === 1;
}

type TotpUse = Readonly<{ userId: string; secret: Buffer; step: bigint; isEnrolment: boolean }>;

/** Consumes a code: only a step newer than the last, of the secret it was checked with. The row lock serialises uses. */
export async function consumeTotpStep(tx: Tx, { userId, secret, step, isEnrolment }: TotpUse): Promise<boolean> {
  const { rows } = await sql`
    update second_factor.authenticator
    set last_step = ${step}, confirmed_at = coalesce(confirmed_at, now()), last_used_at = ${isEnrolment ? null : sql`now()`}
    where user_id = ${userId} and secret = ${secret} and (last_step is null or last_step < ${step}::bigint)
      and (confirmed_at is null) = ${isEnrolment}
    returning id`.execute(tx);
  return rows.length === 1;
}

/** Whether something was removed. */
export async function deleteFactor(tx: Tx, { id, userId }: Readonly<{ id: string; userId: string }>): Promise<boolean> {
  if (await deletePasskey(tx, passkeyOwner(userId), id)) return true;
  const authenticator = await tx
    .deleteFrom('second_factor.authenticator')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('confirmedAt', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return authenticator !== undefined;
}

export async function deleteAllFactors(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('second_factor.login_attempt').where('userId', '=', userId).execute();
  await tx.deleteFrom('second_factor.challenge').where('userId', '=', userId).execute();
  await tx.deleteFrom('second_factor.passkey').where('userId', '=', userId).execute();
  await tx.deleteFrom('second_factor.authenticator').where('userId', '=', userId).execute();
  await deleteRecoveryCodes(tx, userId);
}

/** Serialises changes of the factors of one person. */
export const lockFactors = (tx: Tx, userId: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended('second_factor:' || ${userId}::text, 0))`.execute(tx);

export async function replaceRecoveryCodes(tx: Tx, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await deleteRecoveryCodes(tx, userId);
  await tx
    .insertInto('second_factor.recovery_code')
    .values(hashes.map((hash) => ({ codeHash: hash, userId })))
    .execute();
}

export async function deleteRecoveryCodes(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('second_factor.recovery_code').where('userId', '=', userId).execute();
}

export async function countRecoveryCodes(
  tx: Tx,
  userId: string,
): Promise<{ left: number; total: number; madeAt: Date | null }> {
  const { rows } = await sql<{ left: number; total: number; madeAt: Date | null }>`
    select count(*) filter (where used_at is null)::int as left, count(*)::int as total, min(created_at) as made_at
    from second_factor.recovery_code where user_id = ${userId}`.execute(tx);
  return rows[0] ?? { left: 0, total: 0, madeAt: null };
}

export async function hasRecoveryCode(tx: Tx, userId: string, hash: Buffer): Promise<boolean> {
  const row = await tx
    .selectFrom('second_factor.recovery_code')
    .select('userId')
    .where('codeHash', '=', hash)
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** False if the code was used meanwhile: the row lock serialises concurrent uses. */
export async function consumeRecoveryCode(tx: Tx, userId: string, hash: Buffer): Promise<boolean> {
  const row = await tx
    .updateTable('second_factor.recovery_code')
    .set({ usedAt: sql`now()` })
    .where('codeHash', '=', hash)
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .returning('userId')
    .executeTakeFirst();
  return row !== undefined;
}

/** Empty without a passkey and without an authenticator app: recovery codes alone are no factor. */
export async function findMethods(tx: Tx, userId: string): Promise<FactorMethod[]> {
  const { rows } = await sql<{ passkey: boolean; totp: boolean; recovery: boolean }>`
    select exists (select from second_factor.passkey where user_id = ${userId}) as passkey,
      exists (select from second_factor.authenticator where user_id = ${userId} and confirmed_at is not null) as totp,
      exists (select from second_factor.recovery_code where user_id = ${userId} and used_at is null) as recovery`.execute(
    tx,
  );
  const found = rows[0];
  if (!found?.passkey && !found?.totp) return [];
  const methods = { passkey: found.passkey, totp: found.totp, recovery_code: found.recovery };
  return (['passkey', 'totp', 'recovery_code'] as const).filter((method) => methods[method]);
}

export type LoginAttempt = Readonly<{ id: string; userId: string; customerId: string }>;

export async function insertLoginAttempt(
  tx: Tx,
  { id, userId, customerId }: LoginAttempt,
  tokenHash: Buffer,
): Promise<Date> {
  const { expiresAt } = await tx
    .insertInto('second_factor.login_attempt')
    .values({ id, tokenHash, userId, customerId, expiresAt: challengeExpiry })
    .returning('expiresAt')
    .executeTakeFirstOrThrow();
  return expiresAt;
}

export async function findLoginAttempt(tx: Tx, tokenHash: Buffer): Promise<LoginAttempt | undefined> {
  const { rows } = await sql<LoginAttempt>`
    select id, user_id, customer_id from second_factor.login_attempt
    where token_hash = ${tokenHash} and used_at is null and expires_at > now()`.execute(tx);
  return rows[0];
}

export async function consumeLoginAttempt(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    update second_factor.login_attempt set used_at = now()
    where id = ${id} and used_at is null and expires_at > now() returning id`.execute(tx);
  return rows.length === 1;
}

export const factorChallengePurge = defineJob({
  name: 'purge-factor-challenges',
  everySeconds: 600,
  run: async ({ db }) => {
    await db.deleteFrom('second_factor.challenge').where('expiresAt', '<=', sql<Date>`now()`).execute();
    await db.deleteFrom('second_factor.login_attempt').where('expiresAt', '<=', sql<Date>`now()`).execute();
  },
});

/** With the password: until then they protect the login to the statements. */
export const eraseFactors: TransactionalHandler<Erasure> = async ({ tx }, { payload: { people, extent } }) => {
  if (extent !== 'wholly' || people.length === 0) return;
  await tx.deleteFrom('second_factor.login_attempt').where('userId', 'in', people).execute();
  await tx.deleteFrom('second_factor.challenge').where('userId', 'in', people).execute();
  await tx.deleteFrom('second_factor.passkey').where('userId', 'in', people).execute();
  await tx.deleteFrom('second_factor.authenticator').where('userId', 'in', people).execute();
  await tx.deleteFrom('second_factor.recovery_code').where('userId', 'in', people).execute();
};

import { createHash } from 'node:crypto';
import type { Channel } from '@larkmere/contract/identity/channel';
import { sql } from 'kysely';
import { batchLoader } from '../../platform/batching/batch-loader.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import type { Erasure } from '../../platform/requests/erasure.ts';

const digest = (secret: string): Buffer => createHash('sha256').update(secret).digest();

export type PinRow = Readonly<{ hash: string; failures: number; resetAt: Date | null; pastHashes: string[] }>;

const pinColumns = ['hash', 'failures', 'resetAt', 'pastHashes'] as const;

export async function findPin(tx: Tx, userId: string): Promise<PinRow | undefined> {
  return tx.selectFrom('pin.pin').select(pinColumns).where('userId', '=', userId).executeTakeFirst();
}

/**
 * Counts an attempt before the PIN is checked; undefined if none is left. The row lock serialises concurrent guesses.
 */
export async function countAttempt(tx: Tx, userId: string, most: number): Promise<PinRow | undefined> {
  return tx
    .updateTable('pin.pin')
    .set({ failures: sql`failures + 1` })
    .where('userId', '=', userId)
    .where('failures', '<', most)
    .returning(pinColumns)
    .executeTakeFirst();
}

export async function exhaustAttempts(tx: Tx, userId: string, most: number): Promise<boolean> {
  const locked = await tx
    .updateTable('pin.pin')
    .set({ failures: most })
    .where('userId', '=', userId)
    .returning('userId')
    .executeTakeFirst();
  return locked !== undefined;
}

/** False if the PIN was changed since this hash was read. */
export async function clearFailures(tx: Tx, userId: string, hash: string): Promise<boolean> {
  const cleared = await tx
    .updateTable('pin.pin')
    .set({ failures: 0 })
    .where('userId', '=', userId)
    .where('hash', '=', hash)
    .returning('userId')
    .executeTakeFirst();
  return cleared !== undefined;
}

export async function insertPin(tx: Tx, userId: string, hash: string, pepperVersion: number): Promise<boolean> {
  const row = { userId, hash, pepperVersion };
  return (
    (await tx
      .insertInto('pin.pin')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('userId')
      .executeTakeFirst()) !== undefined
  );
}

export async function savePin(
  tx: Tx,
  userId: string,
  hash: string,
  pepperVersion: number,
  afterReset: boolean,
): Promise<void> {
  const now = sql<Date>`now()`;
  const row = {
    hash,
    pepperVersion,
    failures: 0,
    changedAt: now,
    ...(afterReset ? { resetAt: now } : {}),
  };
  await tx
    .insertInto('pin.pin')
    .values({ userId, ...row })
    .onConflict((conflict) =>
      conflict
        .column('userId')
        .doUpdateSet({ ...row, pastHashes: sql<string[]>`(array_prepend(pin.hash, pin.past_hashes))[1:2]` }),
    )
    .execute();
}

export async function voidAuthorisations(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('pin.authorisation')
    .set({ expiresAt: sql`now()` })
    .where('userId', '=', userId)
    .where('redeemedAt', 'is', null)
    .execute();
}

type Authorisation = Readonly<{ token: string; userId: string; sessionId: string; purpose: Buffer }>;

export async function insertAuthorisation(
  tx: Tx,
  { token, userId, sessionId, purpose }: Authorisation,
  seconds: number,
): Promise<Date> {
  const { expiresAt } = await tx
    .insertInto('pin.authorisation')
    .values({
      tokenHash: digest(token),
      userId,
      sessionId,
      purposeHash: purpose,
      expiresAt: sql`now() + ${seconds} * interval '1 second'`,
    })
    .returning('expiresAt')
    .executeTakeFirstOrThrow();
  return expiresAt;
}

export const redeemAuthorisation = batchLoader(
  'writes',
  async (tx, authorisations: readonly Authorisation[]): Promise<boolean[]> => {
    const hashes = authorisations.map(({ token }) => digest(token));
    const { rows } = await sql<{ place: number }>`
    update pin.authorisation a set redeemed_at = now()
    from unnest(${hashes}::bytea[], ${authorisations.map((a) => a.userId)}::uuid[], ${authorisations.map((a) => a.sessionId)}::uuid[],
      ${authorisations.map((a) => a.purpose)}::bytea[]) with ordinality as g (token_hash, user_id, session_id, purpose_hash, place)
    where a.token_hash = g.token_hash
      and a.user_id = g.user_id
      and a.session_id = g.session_id
      and a.purpose_hash = g.purpose_hash
      and a.redeemed_at is null
      and a.expires_at > now()
    returning g.place::int`.execute(tx);
    const redeemed = new Set(rows.map(({ place }) => place));
    return authorisations.map((_, i) => redeemed.has(i + 1));
  },
);

type PinLogEntry = Readonly<{
  userId: string;
  source: 'server' | 'client';
  action: string;
  result: string;
  sessionId: string;
  ip: string;
}>;

export async function insertPinLog(
  tx: Tx,
  { userId, source, action, result, sessionId, ip }: PinLogEntry,
): Promise<void> {
  await tx.insertInto('pin.log').values({ userId, source, action, result, sessionId, ip }).execute();
}

export async function countClientEntries(tx: Tx, userId: string): Promise<bigint> {
  const { entries } = await tx
    .selectFrom('pin.log')
    .select((e) => e.fn.countAll<bigint>().as('entries'))
    .where('userId', '=', userId)
    .where('source', '=', 'client')
    .where('at', '>', sql<Date>`now() - interval '10 minutes'`)
    .executeTakeFirstOrThrow();
  return entries;
}

export const erasePins: TransactionalHandler<Erasure> = async ({ tx }, { payload: { people, extent } }) => {
  await sql`update pin.log set ip = null where user_id = any(${people}::uuid[])`.execute(tx);
  if (people.length > 0) await tx.deleteFrom('pin.code').where('userId', 'in', people).execute();
  if (extent === 'wholly') await sql`delete from pin.pin where user_id = any(${people}::uuid[])`.execute(tx);
};

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

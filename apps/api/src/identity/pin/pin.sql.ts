import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { batchLoader } from '../../platform/batching/batch-loader.ts';
import type { Tx } from '../../platform/db/db.ts';

const digest = (secret: string): Buffer => createHash('sha256').update(secret).digest();

export type PinRow = Readonly<{ hash: string; failures: number; reset_at: Date | null; past_hashes: string[] }>;

const pinColumns = ['hash', 'failures', 'reset_at', 'past_hashes'] as const;

export async function findPin(tx: Tx, userId: string): Promise<PinRow | undefined> {
  return tx.selectFrom('pin.pin').select(pinColumns).where('user_id', '=', userId).executeTakeFirst();
}

/**
 * Counts an attempt before the PIN is checked; undefined if none is left. The row lock serialises concurrent guesses.
 */
export async function countAttempt(tx: Tx, userId: string, most: number): Promise<PinRow | undefined> {
  return tx
    .updateTable('pin.pin')
    .set({ failures: sql`failures + 1` })
    .where('user_id', '=', userId)
    .where('failures', '<', most)
    .returning(pinColumns)
    .executeTakeFirst();
}

export async function exhaustAttempts(tx: Tx, userId: string, most: number): Promise<boolean> {
  const locked = await tx
    .updateTable('pin.pin')
    .set({ failures: most })
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst();
  return locked !== undefined;
}

/** False if the PIN was changed since this hash was read. */
export async function clearFailures(tx: Tx, userId: string, hash: string): Promise<boolean> {
  const cleared = await tx
    .updateTable('pin.pin')
    .set({ failures: 0 })
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .returning('user_id')
    .executeTakeFirst();
  return cleared !== undefined;
}

export async function insertPin(tx: Tx, userId: string, hash: string, pepperVersion: number): Promise<boolean> {
  const row = { user_id: userId, hash, pepper_version: pepperVersion };
  return (
    (await tx
      .insertInto('pin.pin')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('user_id')
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
    pepper_version: pepperVersion,
    failures: 0,
    changed_at: now,
    ...(afterReset ? { reset_at: now } : {}),
  };
  await tx
    .insertInto('pin.pin')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ ...row, past_hashes: sql<string[]>`(array_prepend(pin.hash, pin.past_hashes))[1:2]` }),
    )
    .execute();
}

export async function voidAuthorisations(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('pin.authorisation')
    .set({ expires_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('redeemed_at', 'is', null)
    .execute();
}

type Authorisation = Readonly<{ token: string; userId: string; sessionId: string; purpose: Buffer }>;

export async function insertAuthorisation(
  tx: Tx,
  { token, userId, sessionId, purpose }: Authorisation,
  seconds: number,
): Promise<Date> {
  const { expires_at } = await tx
    .insertInto('pin.authorisation')
    .values({
      token_hash: digest(token),
      user_id: userId,
      session_id: sessionId,
      purpose_hash: purpose,
      expires_at: sql`now() + ${seconds} * interval '1 second'`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return expires_at;
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
  await tx
    .insertInto('pin.log')
    .values({ user_id: userId, source, action, result, session_id: sessionId, ip })
    .execute();
}

export async function countClientEntries(tx: Tx, userId: string): Promise<bigint> {
  const { entries } = await tx
    .selectFrom('pin.log')
    .select((e) => e.fn.countAll<bigint>().as('entries'))
    .where('user_id', '=', userId)
    .where('source', '=', 'client')
    .where('at', '>', sql<Date>`now() - interval '10 minutes'`)
    .executeTakeFirstOrThrow();
  return entries;
}

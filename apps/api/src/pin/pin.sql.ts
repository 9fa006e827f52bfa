import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import { gathered } from '../kernel/gather.ts';

const digest = (secret: string): Buffer => createHash('sha256').update(secret).digest();

export type PinRow = Readonly<{ hash: string; failures: number; reset_at: Date | null }>;

export async function findPin(tx: Tx, personId: string): Promise<PinRow | undefined> {
  return tx
    .selectFrom('pin.pin')
    .select(['hash', 'failures', 'reset_at'])
    .where('person_id', '=', personId)
    .executeTakeFirst();
}

/**
 * Counts an attempt before the PIN is checked; undefined if none is left. The row lock serialises concurrent guesses.
 */
export async function reserveTry(tx: Tx, personId: string, most: number): Promise<PinRow | undefined> {
  return tx
    .updateTable('pin.pin')
    .set({ failures: sql`failures + 1` })
    .where('person_id', '=', personId)
    .where('failures', '<', most)
    .returning(['hash', 'failures', 'reset_at'])
    .executeTakeFirst();
}

export async function clearFailures(tx: Tx, personId: string): Promise<void> {
  await tx.updateTable('pin.pin').set({ failures: 0 }).where('person_id', '=', personId).execute();
}

export async function insertPin(tx: Tx, personId: string, hash: string, pepperVersion: number): Promise<boolean> {
  const row = { person_id: personId, hash, pepper_version: pepperVersion };
  return (
    (await tx
      .insertInto('pin.pin')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('person_id')
      .executeTakeFirst()) !== undefined
  );
}

export async function changePin(
  tx: Tx,
  personId: string,
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
    .values({ person_id: personId, ...row })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(row))
    .execute();
}

export async function voidApprovals(tx: Tx, personId: string): Promise<void> {
  await tx
    .updateTable('pin.approval')
    .set({ expires_at: sql`now()` })
    .where('person_id', '=', personId)
    .where('redeemed_at', 'is', null)
    .execute();
}

type Approval = Readonly<{ approval: string; personId: string; sessionId: string; purpose: Buffer }>;

export async function insertApproval(
  tx: Tx,
  { approval, personId, sessionId, purpose }: Approval,
  seconds: number,
): Promise<Date> {
  const { expires_at } = await tx
    .insertInto('pin.approval')
    .values({
      token_hash: digest(approval),
      person_id: personId,
      session_id: sessionId,
      purpose_hash: purpose,
      expires_at: sql`now() + ${seconds} * interval '1 second'`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return expires_at;
}

export const redeem = gathered('writes', async (tx, approvals: readonly Approval[]): Promise<boolean[]> => {
  const hashes = approvals.map(({ approval }) => digest(approval));
  const { rows } = await sql<{ place: number }>`
    update pin.approval a set redeemed_at = now()
    from unnest(${hashes}::bytea[], ${approvals.map((a) => a.personId)}::uuid[], ${approvals.map((a) => a.sessionId)}::uuid[],
      ${approvals.map((a) => a.purpose)}::bytea[]) with ordinality as g (token_hash, person_id, session_id, purpose_hash, place)
    where a.token_hash = g.token_hash
      and a.person_id = g.person_id
      and a.session_id = g.session_id
      and a.purpose_hash = g.purpose_hash
      and a.redeemed_at is null
      and a.expires_at > now()
    returning g.place::int`.execute(tx);
  const redeemed = new Set(rows.map(({ place }) => place));
  return approvals.map((_, i) => redeemed.has(i + 1));
});

type Entry = Readonly<{
  personId: string;
  source: 'server' | 'client';
  action: string;
  result: string;
  sessionId: string;
  ip: string;
}>;

export async function writeLog(tx: Tx, { personId, source, action, result, sessionId, ip }: Entry): Promise<void> {
  await tx
    .insertInto('pin.log')
    .values({ person_id: personId, source, action, result, session_id: sessionId, ip })
    .execute();
}

export async function countClientEntries(tx: Tx, personId: string): Promise<bigint> {
  const { entries } = await tx
    .selectFrom('pin.log')
    .select((e) => e.fn.countAll<bigint>().as('entries'))
    .where('person_id', '=', personId)
    .where('source', '=', 'client')
    .where('at', '>', sql<Date>`now() - interval '10 minutes'`)
    .executeTakeFirstOrThrow();
  return entries;
}

export async function findCoolingLimit(tx: Tx, currency: string): Promise<bigint | undefined> {
  const row = await tx
    .selectFrom('pin.cooling_limit')
    .select('limit_minor')
    .where('currency', '=', currency)
    .where('effective_from', '<=', sql<Date>`now()`)
    .orderBy('effective_from', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.limit_minor;
}

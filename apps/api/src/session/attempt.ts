import { createHmac, hkdfSync } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../kernel/db.ts';
import { Refusal } from '../kernel/refusal.ts';

/** After this many failures a login asks for a proof of work. */
export const freeFailures = 3;

/** Old failures are forgiven after a day. */
const forgivenAfter = sql`interval '1 day'`;

/** A wait this long is a lock: the owner hears of it. */
const lockSeconds = 900;

/** Seconds until the next try, by failures so far: a growing wait, a quarter of an hour at five, an hour at ten, then a day. */
const accountWaits = [0, 0, 0, 0, 1, lockSeconds, 2, 4, 8, 16, 3600, 2, 4, 8, 16, 86_400];
/** An address may be shared by many customers, so it is given more room. */
const addressWait = (failures: number): number => (failures < 20 ? 0 : Math.min(30 * 2 ** (failures - 20), 3600));
const accountWait = (failures: number): number => accountWaits[failures] ?? 86_400;

/** Customers and staff are counted apart, addresses together. */
export type Side = 'person' | 'staff';
/** What a try is counted on: whoever it is aimed at, and the address that it comes from. */
export type Subject = Readonly<{ account: string; address: string }>;

export const subjectOf = (side: Side, id: string, ip: string): Subject => ({
  account: `${side}:${id}`,
  address: `address:${ip}`,
});

/** Nobody has this name. It is kept as a keyed hash alone, for people type their password into the wrong field. */
export const unknownSubject = (side: Side, name: string, key: Buffer, ip: string): Subject => ({
  account: `name:${createHmac('sha256', key).update(`${side}:${name}`).digest('hex')}`,
  address: `address:${ip}`,
});

/** The key of these hashes follows from the pepper, which is kept outside the database. */
export const nameKey = (pepper: string): Buffer =>
  Buffer.from(hkdfSync('sha256', pepper, '', 'larkmere names at sign-in', 32));

/** A typed name in the form in which names are compared, by the rules of the database that compares them. */
export async function canonicalName(tx: Tx, typed: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select btrim(lower(normalize(${typed}, nfkc))) as name`.execute(tx);
  return rows[0]?.name ?? '';
}

/** How often this account or address failed lately; refuses with `login_locked` while either has to wait. */
export async function failuresOf(tx: Tx, { account, address }: Subject): Promise<number> {
  // The rows must exist before they can be locked: without them, a hundred first tries would see no failure.
  await sql`insert into session.attempt (subject) values (${account}), (${address}) on conflict do nothing`.execute(tx);
  const { rows } = await sql<{ failures: number; wait: number | null }>`
    select failures, ceil(extract(epoch from blocked_until - now()))::int as wait from session.attempt
    where subject in (${account}, ${address}) and last_at > now() - ${forgivenAfter} order by subject for update`.execute(
    tx,
  );
  const wait = Math.max(0, ...rows.map((row) => row.wait ?? 0));
  if (wait > 0)
    throw new Refusal('login_locked', {
      message: `There were too many attempts. Try again in ${inWords(wait)}.`,
      retryAfterSeconds: wait,
    });
  return Math.max(0, ...rows.map((row) => row.failures));
}

/**
 * Counts a try as failed before it is checked, so that a thousand at once are a thousand. Answers until when the account
 * is locked if this try fails, and undefined while it only has to wait for seconds.
 */
export async function reserveAttempt(tx: Tx, { account, address }: Subject): Promise<Date | undefined> {
  await countFailure(tx, address, addressWait);
  const { wait, until } = await countFailure(tx, account, accountWait);
  return wait >= lockSeconds ? until : undefined;
}

async function countFailure(
  tx: Tx,
  subject: string,
  waitOf: (failures: number) => number,
): Promise<{ wait: number; until: Date }> {
  const counted = await sql<{ failures: number }>`
    insert into session.attempt as a (subject, failures) values (${subject}, 1)
    on conflict (subject) do update set failures = case when a.last_at > now() - ${forgivenAfter} then a.failures + 1 else 1 end, last_at = now()
    returning failures`.execute(tx);
  const wait = waitOf(counted.rows[0]?.failures ?? 1);
  const { rows } = await sql<{ until: Date }>`
    update session.attempt set blocked_until = now() + ${wait} * interval '1 second' where subject = ${subject}
    returning blocked_until as until`.execute(tx);
  return { wait, until: rows[0]?.until as Date };
}

/** The try was right: the account starts afresh, the address gets back the one that was counted for it. */
export async function forgive(tx: Tx, { account, address }: Subject): Promise<void> {
  await tx.deleteFrom('session.attempt').where('subject', '=', account).execute();
  await sql`update session.attempt set failures = greatest(failures - 1, 0), blocked_until = null where subject = ${address}`.execute(
    tx,
  );
}

/** Deletes what is forgiven by now: whoever makes up names would fill the table for ever. */
export async function purgeAttempts(db: Db): Promise<void> {
  await sql`
    delete from session.attempt
    where last_at < now() - ${forgivenAfter} and (blocked_until is null or blocked_until < now())`.execute(db);
}

function inWords(seconds: number): string {
  if (seconds < 90) return `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

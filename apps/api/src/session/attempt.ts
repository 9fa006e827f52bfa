import { sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import { Refusal } from '../kernel/refusal.ts';

/** After this many failures a login asks for a proof of work. */
export const freeFailures = 3;

/** Old failures are forgiven after a day. */
const forgivenAfter = sql`interval '1 day'`;

/** Seconds until the next try, by failures so far: a growing wait, a quarter of an hour at five, an hour at ten, then a day. */
const accountWaits = [0, 0, 0, 0, 1, 900, 2, 4, 8, 16, 3600, 2, 4, 8, 16, 86_400];
/** An address may be shared by many customers, so it is given more room. */
const addressWait = (failures: number): number => (failures < 20 ? 0 : Math.min(30 * 2 ** (failures - 20), 3600));
const accountWait = (failures: number): number => accountWaits[failures] ?? 86_400;

export type Subject = Readonly<{ account: string; address: string }>;
/** Whose account a name belongs to: customers and staff are counted apart, addresses together. */
export type Side = 'account' | 'staff';
export const subjectOf = (username: string, ip: string, side: Side = 'account'): Subject => ({
  account: `${side}:${username.toLowerCase()}`,
  address: `address:${ip}`,
});

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

/** Counts a try as failed before it is checked, so that a thousand at once are a thousand. Answers failures of the account. */
export async function reserveAttempt(tx: Tx, { account, address }: Subject): Promise<number> {
  let ofAccount = 0;
  for (const [subject, waitOf] of [
    [account, accountWait],
    [address, addressWait],
  ] as const) {
    const { rows } = await sql<{ failures: number }>`
      insert into session.attempt as a (subject, failures) values (${subject}, 1)
      on conflict (subject) do update set failures = case when a.last_at > now() - ${forgivenAfter} then a.failures + 1 else 1 end, last_at = now()
      returning failures`.execute(tx);
    const failures = rows[0]?.failures ?? 1;
    if (subject === account) ofAccount = failures;
    await sql`update session.attempt set blocked_until = now() + ${waitOf(failures)} * interval '1 second' where subject = ${subject}`.execute(
      tx,
    );
  }
  return ofAccount;
}

/** The try was right: the account starts afresh, the address gets back the one that was counted for it. */
export async function forgive(tx: Tx, { account, address }: Subject): Promise<void> {
  await tx.deleteFrom('session.attempt').where('subject', '=', account).execute();
  await sql`update session.attempt set failures = greatest(failures - 1, 0), blocked_until = null where subject = ${address}`.execute(
    tx,
  );
}

function inWords(seconds: number): string {
  if (seconds < 90) return `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

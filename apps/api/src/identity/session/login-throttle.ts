import { createHmac, hkdfSync } from 'node:crypto';
import { type Message, message } from '@larkmere/messages/message';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import { Refusal } from '../../platform/requests/refusal.ts';

export const failuresBeforeCaptcha = 3;

const failureLifetime = sql`interval '1 day'`;

const lockSeconds = 900;

/** Seconds until the next attempt by number of failures: 15 minutes at five, an hour at ten, then a day. */
const accountDelaysSeconds = [0, 0, 0, 0, 1, lockSeconds, 2, 4, 8, 16, 3600, 2, 4, 8, 16, 86_400];
/** Many customers may share an address, so its limit is higher. */
const addressDelaySeconds = (failures: number): number =>
  failures < 20 ? 0 : Math.min(30 * 2 ** (failures - 20), 3600);
const accountDelaySeconds = (failures: number): number => accountDelaysSeconds[failures] ?? 86_400;

export type LoginRealm = 'person' | 'staff';
export type ThrottleSubject = Readonly<{ account: string; address: string }>;

/** `pin`: proofs for a new PIN, which count apart from logins. */
export const throttleSubject = (side: LoginRealm | 'pin', id: string, ip: string): ThrottleSubject => ({
  account: `${side}:${id}`,
  address: `address:${ip}`,
});

/** Stored as a keyed hash only, because people type passwords into the name field. */
export const unknownAccountSubject = (
  side: LoginRealm | 'recovery',
  name: string,
  key: Buffer,
  ip: string,
): ThrottleSubject => ({
  account: `name:${createHmac('sha256', key).update(`${side}:${name}`).digest('hex')}`,
  address: `address:${ip}`,
});

export const deriveNameHashKey = (pepper: string): Buffer =>
  Buffer.from(hkdfSync('sha256', pepper, '', 'larkmere names at sign-in', 32));

export async function canonicaliseName(tx: Tx, typed: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select btrim(lower(normalize(${typed}, nfkc))) as name`.execute(tx);
  return rows[0]?.name ?? '';
}

/** Returns recent failures of the account or the address. Refuses with `login_locked` while either is blocked. */
export async function requireUnlocked(tx: Tx, { account, address }: ThrottleSubject): Promise<number> {
  // The rows must exist before they can be locked: otherwise concurrent first attempts would see no failure.
  await sql`insert into session.login_throttle (subject) values (${account}), (${address}) on conflict do nothing`.execute(
    tx,
  );
  const { rows } = await sql<{ failures: number; wait: number | null }>`
    select failures, ceil(extract(epoch from blocked_until - now()))::int as wait from session.login_throttle
    where subject in (${account}, ${address}) and last_at > now() - ${failureLifetime} order by subject for update`.execute(
    tx,
  );
  const wait = Math.max(0, ...rows.map((row) => row.wait ?? 0));
  if (wait > 0)
    throw new Refusal('login_locked', {
      reason: message('login_locked_for', { wait: describeDuration(wait) }),
      retryAfterSeconds: wait,
    });
  return Math.max(0, ...rows.map((row) => row.failures));
}

export type CountedAttempt = Readonly<{ blockedUntil: Date | undefined; lockedUntil: Date | undefined }>;

/**
 * Counts an attempt as failed before it is checked, so that concurrent attempts all count. `lockedUntil` says when the
 * lock ends if a failure would lock the account.
 */
export async function countAttempt(tx: Tx, { account, address }: ThrottleSubject): Promise<CountedAttempt> {
  await countFailure(tx, address, addressDelaySeconds);
  const { wait, until } = await countFailure(tx, account, accountDelaySeconds);
  return { blockedUntil: until, lockedUntil: wait >= lockSeconds ? until : undefined };
}

/**
 * Takes back the count of a password that was right, while the second factor is still missing. Failures before it stay,
 * and so does a block by another attempt: who knows the password gains no guesses of the factor.
 */
export async function uncountAttempt(
  tx: Tx,
  { account, address }: ThrottleSubject,
  { blockedUntil }: CountedAttempt,
): Promise<void> {
  await sql`
    update session.login_throttle set failures = greatest(failures - 1, 0),
      blocked_until = case when subject = ${account} and date_trunc('milliseconds', blocked_until) = ${blockedUntil ?? null}::timestamptz then null else blocked_until end
    where subject in (${account}, ${address})`.execute(tx);
}

async function countFailure(
  tx: Tx,
  subject: string,
  waitOf: (failures: number) => number,
): Promise<{ wait: number; until: Date | undefined }> {
  const counted = await sql<{ failures: number }>`
    insert into session.login_throttle as a (subject, failures) values (${subject}, 1)
    on conflict (subject) do update set failures = case when a.last_at > now() - ${failureLifetime} then a.failures + 1 else 1 end, last_at = now()
    returning failures`.execute(tx);
  const wait = waitOf(counted.rows[0]?.failures ?? 1);
  // Without a delay there must be no time: a concurrent attempt, whose transaction began earlier, would wait for it.
  const { rows } = await sql<{ until: Date | null }>`
    update session.login_throttle set blocked_until = now() + nullif(${wait}::int, 0) * interval '1 second'
    where subject = ${subject} returning blocked_until as until`.execute(tx);
  return { wait, until: rows[0]?.until ?? undefined };
}

export async function resetFailures(tx: Tx, { account, address }: ThrottleSubject): Promise<void> {
  await tx.deleteFrom('session.login_throttle').where('subject', '=', account).execute();
  await sql`update session.login_throttle set failures = greatest(failures - 1, 0), blocked_until = null where subject = ${address}`.execute(
    tx,
  );
}

/** Unknown names would fill the table without end. */
export const loginThrottlePurge = defineJob({
  name: 'purge-login-throttle',
  everySeconds: 3600,
  run: ({ db }) =>
    sql`delete from session.login_throttle
      where last_at < now() - ${failureLifetime} and (blocked_until is null or blocked_until < now())`.execute(db),
});

function describeDuration(seconds: number): Message {
  if (seconds < 90) return message('duration_seconds', { count: seconds });
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 90) return message('duration_minutes', { count: minutes });
  return message('duration_hours', { count: Math.ceil(minutes / 60) });
}

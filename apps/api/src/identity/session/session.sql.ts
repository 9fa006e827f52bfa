import type { Channel } from '@larkmere/contract/identity/channel';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { defineJob } from '../../platform/jobs/job.ts';
import type { Erasure } from '../../platform/requests/erasure.ts';
import { deriveHeaderToken, generateToken, hashToken } from '../../platform/security/token.ts';

export const idleSeconds = 300;
export const absoluteSeconds = 12 * 3600;

export type NewSession = Readonly<{ id: string; token: string; cookie: string | undefined }>;
type SessionStart = Readonly<{
  userId: string;
  customerId: string;
  deviceId: string | null;
  browser: boolean;
  ip: string;
  userAgent: string;
  /** Of staff who look at the account. */
  visitId?: string;
  /** Of the session that this one follows: the absolute limit counts from there. */
  startedAt?: Date;
}>;

export async function startSession(
  tx: Tx,
  { userId, customerId, deviceId, browser, ip, userAgent, visitId, startedAt }: SessionStart,
): Promise<NewSession> {
  const cookie = browser ? generateToken() : undefined;
  const token = cookie ? deriveHeaderToken(cookie) : generateToken();
  const id = v7();
  await tx
    .insertInto('session.session')
    .values({
      id,
      userId,
      customerId,
      deviceId,
      kind: browser ? 'browser' : 'client',
      tokenHash: hashToken(token),
      cookieHash: cookie ? hashToken(cookie) : null,
      ip,
      userAgent,
      visitId: visitId ?? null,
      ...(startedAt && { createdAt: startedAt }),
    })
    .execute();
  return { id, token, cookie };
}

export const touchIntervalSeconds = 10;

export async function touchSession(db: Db | Tx, id: string): Promise<void> {
  await db
    .updateTable('session.session')
    .set({ lastSeenAt: sql`now()` })
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .execute();
}

export async function endSession(tx: Tx, id: string, because: string): Promise<void> {
  await tx
    .updateTable('session.session')
    .set({ endedAt: sql`now()`, endReason: because })
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .execute();
}

type SessionScope =
  | Readonly<{ userId: string; customerId?: string }>
  | Readonly<{ deviceId: string }>
  | Readonly<{ visitId: string }>;

/** Returns the ids of those that were open. */
export async function endSessions(
  tx: Tx,
  scope: SessionScope,
  { because, keep }: Readonly<{ because: string; keep?: string }>,
): Promise<string[]> {
  const ended = await tx
    .updateTable('session.session')
    .set({ endedAt: sql`now()`, endReason: because })
    .where((eb) => eb.and(scope))
    .where('endedAt', 'is', null)
    .$if(keep !== undefined, (query) => query.where('id', '<>', keep ?? ''))
    .returning('id')
    .execute();
  return ended.map(({ id }) => id);
}

export async function insertPassword(tx: Tx, userId: string, hash: string): Promise<void> {
  await tx.insertInto('session.password').values({ userId, hash }).execute();
}

type OwnPassword = Readonly<{ hash: string; key?: string; resetChannel?: Channel }>;

export async function updatePassword(tx: Tx, userId: string, { hash, key, resetChannel }: OwnPassword): Promise<void> {
  await tx
    .updateTable('session.password')
    .set({
      hash,
      changedAt: sql`now()`,
      changeKey: key ?? null,
      resetRequiredSince: null,
      oneTimeUntil: null,
      replacedHash: null,
      ...(resetChannel && { resetChannel }),
    })
    .where('userId', '=', userId)
    .execute();
}

type OneTimePassword = Readonly<{ userId: string; hash: string; until: Date; key: string }>;

/** False for a person who has no password yet. */
export async function updateToOneTimePassword(tx: Tx, { userId, hash, until, key }: OneTimePassword): Promise<boolean> {
  const changed = await tx
    .updateTable('session.password')
    .set({
      hash,
      changedAt: sql`now()`,
      changeKey: key,
      resetRequiredSince: null,
      oneTimeUntil: until,
      // The password that the person chose last, also if this is the second one-time password.
      replacedHash: sql`case when one_time_until is null then hash else replaced_hash end`,
    })
    .where('userId', '=', userId)
    .returning('userId')
    .executeTakeFirst();
  return changed !== undefined;
}

/** False for a person who has no password yet. */
export async function requirePasswordReset(tx: Tx, userId: string): Promise<boolean> {
  const changed = await tx
    .updateTable('session.password')
    .set({ resetRequiredSince: sql`now()` })
    .where('userId', '=', userId)
    .returning('userId')
    .executeTakeFirst();
  return changed !== undefined;
}

/** How long a visit of staff lasts is in its own row. */
export const sessionIsActive = sql<boolean>`s.ended_at is null
  and (s.visit_id is not null or s.last_seen_at > now() - ${idleSeconds} * interval '1 second') and s.created_at > now() - ${absoluteSeconds} * interval '1 second'`;

export async function consumeCaptcha(tx: Tx, signature: string): Promise<boolean> {
  const used = await tx
    .insertInto('session.solved_captcha')
    .values({ signature })
    .onConflict((conflict) => conflict.doNothing())
    .returning('signature')
    .executeTakeFirst();
  return used !== undefined;
}

export const captchaPurge = defineJob({
  name: 'purge-captchas',
  everySeconds: 3600,
  run: ({ db }) =>
    db.deleteFrom('session.solved_captcha').where('solvedAt', '<', sql<Date>`now() - interval '1 day'`).execute(),
});

/** The session stays for the record; where it came from is personal data and goes with its device. */
export const sessionOriginPurge = defineJob({
  name: 'purge-session-origins',
  everySeconds: 3600,
  run: ({ db }) =>
    db
      .updateTable('session.session')
      .set({ ip: null, userAgent: null })
      .where('lastSeenAt', '<', sql<Date>`now() - interval '13 months'`)
      .where('ip', 'is not', null)
      .execute(),
});

/** Addresses and browsers of ended sessions; in the end also the password, so that nobody can sign in any more. */
export const eraseSessions: TransactionalHandler<Erasure> = async ({ tx }, { payload: { people, extent } }) => {
  for (const userId of extent === 'wholly' ? people : []) {
    await endSessions(tx, { userId }, { because: 'erased' });
    await tx.deleteFrom('session.password').where('userId', '=', userId).execute();
  }
  await sql`update session.session set ip = null, user_agent = null
    where user_id = any(${people}::uuid[]) and ended_at is not null`.execute(tx);
};

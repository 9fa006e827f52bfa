import type { StaffRole } from '@larkmere/contract/manage';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import type { Db, Tx } from '../kernel/db.ts';
import { digest, headerHalf, newSecret } from '../kernel/secret.ts';
import { absoluteSeconds, enrolmentSeconds, idleSeconds } from './limits.ts';

export type Member = Readonly<{
  memberId: string;
  username: string;
  name: string;
  role: StaffRole;
  totpSecret: Buffer | null;
  totpConfirmed: boolean;
}>;
export type LiveSession = Member &
  Readonly<{
    sessionId: string;
    kind: 'browser' | 'client';
    cookieHash: Buffer | null;
    enrolling: boolean;
    startedAt: Date;
  }>;

const member = sql`
  m.id as "memberId", m.username, m.name, m.role, m.totp_secret as "totpSecret", m.totp_confirmed_at is not null as "totpConfirmed"`;

const live = sql`
  select s.id as "sessionId", s.kind, s.cookie_hash as "cookieHash", s.enrolling, s.created_at as "startedAt", ${member}
  from staff.session s join staff.member m on m.id = s.member_id
  where m.status = 'active' and s.ended_at is null and s.last_seen_at > now() - ${idleSeconds} * interval '1 second'
    and s.created_at > now() - case when s.enrolling then ${enrolmentSeconds}::int else ${absoluteSeconds}::int end * interval '1 second'`;

export async function sessionByToken(db: Db | Tx, token: string): Promise<LiveSession | undefined> {
  const { rows } = await sql<LiveSession>`${live} and s.token_hash = ${digest(token)}`.execute(db);
  return rows[0];
}

export async function sessionByCookie(db: Db | Tx, cookie: string): Promise<LiveSession | undefined> {
  const { rows } = await sql<LiveSession>`${live} and s.cookie_hash = ${digest(cookie)}`.execute(db);
  return rows[0];
}

export async function memberByUsername(tx: Tx, name: string): Promise<(Member & { passwordHash: string }) | undefined> {
  const { rows } = await sql<Member & { passwordHash: string }>`
    select ${member}, m.password_hash as "passwordHash" from staff.member m
    where m.status = 'active' and lower(m.username) = ${name}`.execute(tx);
  return rows[0];
}

type MemberRow = Readonly<{
  id: string;
  username: string;
  email: string;
  name: string;
  role: StaffRole;
  passwordHash: string;
  totpSealed: Buffer | null;
}>;

export async function insertMember(tx: Tx, { passwordHash, totpSealed, ...row }: MemberRow): Promise<void> {
  await tx
    .insertInto('staff.member')
    .values({
      ...row,
      password_hash: passwordHash,
      totp_secret: totpSealed,
      totp_confirmed_at: totpSealed ? sql`now()` : null,
    })
    .execute();
}

type Start = Readonly<{ memberId: string; browser: boolean; enrolling: boolean; ip: string; userAgent: string }>;
export type NewSession = Readonly<{ token: string; cookie: string | undefined }>;

export async function startSession(
  tx: Tx,
  { memberId, browser, enrolling, ip, userAgent }: Start,
): Promise<NewSession> {
  const cookie = browser ? newSecret() : undefined;
  const token = cookie ? headerHalf(cookie) : newSecret();
  await tx
    .insertInto('staff.session')
    .values({
      id: v7(),
      member_id: memberId,
      kind: browser ? 'browser' : 'client',
      enrolling,
      token_hash: digest(token),
      cookie_hash: cookie ? digest(cookie) : null,
      ip,
      user_agent: userAgent,
    })
    .execute();
  return { token, cookie };
}

export async function touchSession(db: Db, id: string): Promise<void> {
  await sql`update staff.session set last_seen_at = now() where id = ${id} and ended_at is null and last_seen_at < now() - interval '10 seconds'`.execute(
    db,
  );
}

export async function endSession(tx: Tx, id: string, because: string): Promise<void> {
  await sql`update staff.session set ended_at = now(), ended_because = ${because} where id = ${id} and ended_at is null`.execute(
    tx,
  );
}

export async function endEnrolments(tx: Tx, memberId: string): Promise<void> {
  await sql`
    update staff.session set ended_at = now(), ended_because = 'enrolment'
    where member_id = ${memberId} and enrolling and ended_at is null`.execute(tx);
}

export async function replaceTotpSecret(tx: Tx, memberId: string, sealed: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('staff.member')
    .set({ totp_secret: sealed })
    .where('id', '=', memberId)
    .where('totp_confirmed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function takeSecretToShow(tx: Tx, sessionId: string): Promise<Member | undefined> {
  const { rows } = await sql<Member>`
    update staff.session s set secret_shown_at = now() from staff.member m
    where s.id = ${sessionId} and m.id = s.member_id and s.enrolling and s.secret_shown_at is null and m.totp_confirmed_at is null
    returning ${member}`.execute(tx);
  return rows[0];
}

type Step = Readonly<{ memberId: string; sealed: Buffer; step: bigint }>;

/**
 * Consumes a code: only a step newer than the last, and only of the secret it was checked with. The row lock serialises
 * concurrent uses.
 */
export async function useTotpStep(tx: Tx, { memberId, sealed, step }: Step): Promise<{ isFirst: boolean } | undefined> {
  const { rows } = await sql<{ isFirst: boolean }>`
    update staff.member set last_totp_step = ${step}, totp_confirmed_at = coalesce(totp_confirmed_at, now())
    where id = ${memberId} and status = 'active' and totp_secret = ${sealed} and (last_totp_step is null or last_totp_step < ${step})
    returning totp_confirmed_at = now() as "isFirst"`.execute(tx);
  return rows[0];
}

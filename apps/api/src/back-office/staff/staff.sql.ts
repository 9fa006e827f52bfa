import type { StaffPermissions } from '@larkmere/contract/back-office/permissions';
import type { StaffRole } from '@larkmere/contract/back-office/staff';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import type { Db, Tx } from '../../platform/db/db.ts';
import { deriveHeaderToken, generateToken, hashToken } from '../../platform/security/token.ts';
import { permissionsOfRole } from '../role/role.ts';

export const idleSeconds = 15 * 60;
export const absoluteSeconds = 8 * 3600;
export const enrolmentSeconds = 5 * 60;

export type StaffMember = Readonly<{
  memberId: string;
  username: string;
  name: string;
  role: StaffRole;
  totpSecret: Buffer | null;
  totpConfirmedAt: Date | null;
  hasPasskey: boolean;
  permissions: StaffPermissions;
}>;
export type ActiveStaffSession = StaffMember &
  Readonly<{
    sessionId: string;
    kind: 'browser' | 'client';
    cookieHash: Buffer | null;
    isEnrolling: boolean;
    startedAt: Date;
  }>;

const memberColumns = sql`
  m.id as member_id, m.username, m.name, m.role, m.totp_secret, m.totp_confirmed_at,
  exists (select from staff.passkey p where p.member_id = m.id) as has_passkey,
  ${permissionsOfRole(sql`m.role`)} as permissions`;

const activeSessionQuery = sql`
  select s.id as session_id, s.kind, s.cookie_hash, s.is_enrolling, s.created_at as started_at, ${memberColumns}
  from staff.session s join staff.member m on m.id = s.member_id
  where m.status = 'active' and s.ended_at is null and s.last_seen_at > now() - ${idleSeconds} * interval '1 second'
    and s.created_at > now() - case when s.is_enrolling then ${enrolmentSeconds}::int else ${absoluteSeconds}::int end * interval '1 second'`;

export async function sessionByToken(db: Db | Tx, token: string): Promise<ActiveStaffSession | undefined> {
  const { rows } = await sql<ActiveStaffSession>`${activeSessionQuery} and s.token_hash = ${hashToken(token)}`.execute(
    db,
  );
  return rows[0];
}

export async function sessionByCookie(db: Db | Tx, cookie: string): Promise<ActiveStaffSession | undefined> {
  const { rows } =
    await sql<ActiveStaffSession>`${activeSessionQuery} and s.cookie_hash = ${hashToken(cookie)}`.execute(db);
  return rows[0];
}

export async function findMemberByUsername(
  tx: Tx,
  name: string,
): Promise<(StaffMember & { passwordHash: string }) | undefined> {
  const { rows } = await sql<StaffMember & { passwordHash: string }>`
    select ${memberColumns}, m.password_hash from staff.member m
    where m.status = 'active' and lower(m.username) = ${name}`.execute(tx);
  return rows[0];
}

export async function findMemberById(tx: Tx, id: string): Promise<StaffMember | undefined> {
  const { rows } = await sql<StaffMember>`
    select ${memberColumns} from staff.member m where m.status = 'active' and m.id = ${id}`.execute(tx);
  return rows[0];
}

/** Whether the session goes on; if so, its end and that of the account wait for this transaction. */
export async function lockSession(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    select s.id from staff.session s join staff.member m on m.id = s.member_id
    where s.id = ${id} and s.ended_at is null and m.status = 'active' for share of s, m`.execute(tx);
  return rows.length === 1;
}

type MemberRow = Readonly<{
  id: string;
  username: string;
  email: string;
  name: string;
  role: StaffRole;
  passwordHash: string;
  encryptedTotpSecret: Buffer | null;
}>;

export async function insertMember(tx: Tx, { passwordHash, encryptedTotpSecret, ...row }: MemberRow): Promise<void> {
  await tx
    .insertInto('staff.member')
    .values({
      ...row,
      passwordHash,
      totpSecret: encryptedTotpSecret,
      totpConfirmedAt: encryptedTotpSecret ? sql`now()` : null,
    })
    .execute();
}

type SessionStart = Readonly<{
  memberId: string;
  isBrowser: boolean;
  isEnrolling: boolean;
  ip: string;
  userAgent: string;
}>;
type NewSession = Readonly<{ token: string; cookie: string | undefined }>;

export async function startSession(
  tx: Tx,
  { memberId, isBrowser, isEnrolling, ip, userAgent }: SessionStart,
): Promise<NewSession> {
  const cookie = isBrowser ? generateToken() : undefined;
  const token = cookie ? deriveHeaderToken(cookie) : generateToken();
  await tx
    .insertInto('staff.session')
    .values({
      id: v7(),
      memberId,
      kind: isBrowser ? 'browser' : 'client',
      isEnrolling,
      tokenHash: hashToken(token),
      cookieHash: cookie ? hashToken(cookie) : null,
      ip,
      userAgent,
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
  await sql`update staff.session set ended_at = now(), end_reason = ${because} where id = ${id} and ended_at is null`.execute(
    tx,
  );
}

export async function endStaffSessions(tx: Tx, memberId: string, because: string): Promise<void> {
  await sql`
    update staff.session set ended_at = now(), end_reason = ${because}
    where member_id = ${memberId} and ended_at is null`.execute(tx);
}

export async function endEnrolments(tx: Tx, memberId: string): Promise<void> {
  await sql`
    update staff.session set ended_at = now(), end_reason = 'enrolment'
    where member_id = ${memberId} and is_enrolling and ended_at is null`.execute(tx);
}

export async function replaceTotpSecret(tx: Tx, memberId: string, sealed: Buffer): Promise<boolean> {
  const { rows } = await sql`
    update staff.member m set totp_secret = ${sealed}
    where m.id = ${memberId} and m.totp_confirmed_at is null
      and not exists (select from staff.passkey p where p.member_id = m.id) returning m.id`.execute(tx);
  return rows.length === 1;
}

export async function claimSecretDisplay(tx: Tx, sessionId: string): Promise<StaffMember | undefined> {
  const { rows } = await sql<StaffMember>`
    update staff.session s set secret_displayed_at = now() from staff.member m
    where s.id = ${sessionId} and m.id = s.member_id and s.is_enrolling and s.secret_displayed_at is null and m.totp_confirmed_at is null
      and m.totp_secret is not null
    returning ${memberColumns}`.execute(tx);
  return rows[0];
}

type TotpStepUse = Readonly<{ memberId: string; encryptedSecret: Buffer; step: bigint }>;

/**
 * Consumes a code: only a step newer than the last, and only of the secret it was checked with. The row lock serialises
 * concurrent uses.
 */
export async function consumeTotpStep(
  tx: Tx,
  { memberId, encryptedSecret, step }: TotpStepUse,
): Promise<{ isFirst: boolean } | undefined> {
  const { rows } = await sql<{ isFirst: boolean }>`
    update staff.member set last_totp_step = ${step}, totp_confirmed_at = coalesce(totp_confirmed_at, now())
    where id = ${memberId} and status = 'active' and totp_secret = ${encryptedSecret} and (last_totp_step is null or last_totp_step < ${step})
    returning totp_confirmed_at = now() as is_first`.execute(tx);
  return rows[0];
}

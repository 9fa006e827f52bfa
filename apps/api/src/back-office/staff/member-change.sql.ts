import type { StaffRole } from '@larkmere/contract/back-office/staff';
import type { StaffMemberView } from '@larkmere/contract/back-office/staff-member';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { StaffInvitation, StaffMember, StaffMemberChange } from '../../platform/db/schema.gen.ts';

export type MemberRow = Readonly<Selectable<StaffMember>>;
export type ChangeRow = Readonly<Selectable<StaffMemberChange> & { role: StaffRole }>;

export const lockMember = (tx: Tx, id: string): Promise<MemberRow | undefined> =>
  tx.selectFrom('staff.member').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const lockChange = (tx: Tx, id: string): Promise<ChangeRow | undefined> =>
  tx
    .selectFrom('staff.member_change')
    .selectAll()
    .$narrowType<{ role: StaffRole }>()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export async function insertChange(tx: Tx, row: Insertable<StaffMemberChange>): Promise<void> {
  await tx.insertInto('staff.member_change').values(row).execute();
}

type Decision = Readonly<{ id: string; state: 'approved' | 'refused'; by: string | null; note: string | null }>;

export async function decideChange(tx: Tx, { id, state, by, note }: Decision): Promise<void> {
  await tx
    .updateTable('staff.member_change')
    .set({ state, decidedBy: by, decidedAt: sql`now()`, decisionNote: note })
    .where('id', '=', id)
    .execute();
}

export async function insertInvitedMember(
  tx: Tx,
  row: Readonly<Pick<MemberRow, 'id' | 'username' | 'email' | 'name' | 'role'>>,
): Promise<void> {
  await tx
    .insertInto('staff.member')
    .values({ ...row, status: 'invited' })
    .execute();
}

export async function updateMember(tx: Tx, id: string, values: Partial<MemberRow>): Promise<void> {
  await tx.updateTable('staff.member').set(values).where('id', '=', id).execute();
}

export async function insertInvitation(tx: Tx, row: Insertable<StaffInvitation>): Promise<void> {
  await tx.insertInto('staff.invitation').values(row).execute();
}

export async function endInvitations(tx: Tx, memberId: string): Promise<void> {
  await sql`update staff.invitation set ended_at = now() where member_id = ${memberId} and ended_at is null`.execute(
    tx,
  );
}

export type OpenInvitation = Readonly<{
  memberId: string;
  name: string;
  username: string;
  role: StaffRole;
  email: string;
  expiresAt: Date;
}>;

/** Locks the account, so that of two uses of a link one comes first. */
export async function lockOpenInvitation(tx: Tx, tokenHash: Buffer): Promise<OpenInvitation | undefined> {
  const { rows } = await sql<OpenInvitation>`
    select m.id as member_id, m.name, m.username, m.role, m.email, i.expires_at
    from staff.invitation i join staff.member m on m.id = i.member_id
    where i.token_hash = ${tokenHash} and i.ended_at is null and i.expires_at > now() and m.status = 'invited'
    for update of m`.execute(tx);
  return rows[0];
}

export async function findOpenInvitation(tx: Tx, tokenHash: Buffer): Promise<OpenInvitation | undefined> {
  const { rows } = await sql<OpenInvitation>`
    select m.id as member_id, m.name, m.username, m.role, m.email, i.expires_at
    from staff.invitation i join staff.member m on m.id = i.member_id
    where i.token_hash = ${tokenHash} and i.ended_at is null and i.expires_at > now() and m.status = 'invited'`.execute(
    tx,
  );
  return rows[0];
}

export type ListedMember = Readonly<
  Pick<StaffMemberView, 'uid' | 'name' | 'username' | 'email' | 'role' | 'status' | 'enrolled'> & {
    lastSeenAt: Date | null;
  }
>;

export async function selectMembers(tx: Tx): Promise<ListedMember[]> {
  const { rows } = await sql<ListedMember>`
    select m.id as uid, m.name, m.username, m.email, m.role, m.status, m.totp_confirmed_at is not null or exists (select from staff.passkey p where p.member_id = m.id) as enrolled,
      (select max(s.last_seen_at) from staff.session s where s.member_id = m.id) as last_seen_at
    from staff.member m where m.status <> 'removed' order by m.status = 'suspended', m.name limit 500`.execute(tx);
  return rows;
}

export type WaitingChange = ChangeRow & Readonly<{ proposer: string | null }>;

export async function selectWaitingChanges(tx: Tx): Promise<WaitingChange[]> {
  const { rows } = await sql<WaitingChange>`
    select c.*, p.name as proposer from staff.member_change c left join staff.member p on p.id = c.proposed_by
    where c.state = 'proposed' order by c.proposed_at limit 200`.execute(tx);
  return rows;
}

export async function isNameTaken(
  tx: Tx,
  { username, email }: Pick<MemberRow, 'username' | 'email'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from staff.member where lower(username) = lower(${username}) or lower(email) = lower(${email})
    union all
    select from staff.member_change where state = 'proposed' and kind = 'invite'
      and (lower(username) = lower(${username}) or lower(email) = lower(${email}))`.execute(tx);
  return rows.length > 0;
}

/** A supervisor whose link still works, or who has used it and sets up a second factor next. */
export async function isApproverInvited(tx: Tx): Promise<boolean> {
  const { rows } = await sql`
    select from staff.member m where m.status = 'invited' and m.role = 'super' and (m.password_hash is not null
      or exists (select from staff.invitation i where i.member_id = m.id and i.ended_at is null and i.expires_at > now()))`.execute(
    tx,
  );
  return rows.length > 0;
}

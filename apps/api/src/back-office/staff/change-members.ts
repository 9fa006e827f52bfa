import type { StaffRole } from '@larkmere/contract/back-office/staff';
import type { StaffList } from '@larkmere/contract/back-office/staff-member';
import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import { v7 } from 'uuid';
import { acquireLocks } from '../../platform/db/transaction.ts';
import { audit } from '../../platform/requests/audit.ts';
import { accessDenied, Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { requireApproversLeft, requireOtherApprover } from '../role/role.ts';
import {
  type ChangeRow,
  decideChange,
  endInvitations,
  insertChange,
  insertInvitedMember,
  isNameTaken,
  lockChange,
  lockMember,
  type MemberRow,
  selectMembers,
  selectWaitingChanges,
  updateMember,
} from './member-change.sql.ts';
import { endStaffSessions } from './staff.sql.ts';
import { deleteFactors } from './staff-factor.sql.ts';
import { sendStaffInvitation } from './staff-invitation.ts';

export const listMembers: Verb<typeof contract.staffMember.list> = (ctx) => viewStaff(ctx);

async function viewStaff({ tx, actor: { staffId } }: StaffCtx): Promise<StaffList> {
  const members = await selectMembers(tx);
  const waiting = await selectWaitingChanges(tx);
  return {
    members: members.map(({ lastSeenAt, ...member }) => ({
      ...member,
      lastSeenAt: lastSeenAt?.toISOString() ?? null,
      isSelf: member.uid === staffId,
    })),
    waiting: waiting.map((change) => ({
      uid: change.id,
      kind: change.kind,
      name: change.name,
      role: change.role,
      reason: change.reason,
      proposedBy: change.proposer ?? '',
      proposedAt: change.proposedAt.toISOString(),
      canDecide: !concerns(change, staffId),
    })),
  };
}

/** The proposer and the person concerned never decide. */
const concerns = ({ proposedBy, memberId }: ChangeRow, staffId: string): boolean =>
  proposedBy === staffId || memberId === staffId;

const approverOfStaff = ['roles', 'approve'] as const;

/** Refuses `user_exists` for a username or an address that is known or waits. */
export const inviteMember: Verb<typeof contract.staffMember.invite> = async (ctx, input) => {
  const { tx, actor } = ctx;
  const { username, email, name, role, reason } = input;
  await acquireLocks(tx, ['staff.member']);
  if (await isNameTaken(tx, { username, email })) throw userExists();
  await requireOtherApprover(tx, actor.staffId, approverOfStaff);
  const id = v7();
  const memberId = v7();
  const account = { memberId, role, name, username, email };
  await insertChange(tx, { id, kind: 'invite', ...account, reason, state: 'proposed', proposedBy: actor.staffId });
  await audit(ctx, 'staff.invitation_proposed', `staff:${memberId}`, { change: id, username, role, reason });
  return viewStaff(ctx);
};

const userExists = (): Refusal => new Refusal('user_exists', { reason: message('staff_user_exists') });

/** Refuses `access_denied` for one's own account, `not_found`, and `invalid_transition` unless the account is active. */
export const proposeRole: Verb<typeof contract.staffMember.changeRole> = async (ctx, { uid, role, reason }) => {
  const member = await lockOtherMember(ctx, uid);
  if (member.status !== 'active' || member.role === role) throw new Refusal('invalid_transition');
  await requireApproversLeft(ctx.tx, { role: { id: uid, role } });
  await propose(ctx, member, { kind: 'role', role, reason });
  return viewStaff(ctx);
};

/** Refuses `access_denied` for one's own account, `not_found`, and `invalid_transition` unless it is suspended. */
export const proposeReinstatement: Verb<typeof contract.staffMember.reinstate> = async (ctx, { uid, reason }) => {
  const member = await lockOtherMember(ctx, uid);
  if (member.status !== 'suspended') throw new Refusal('invalid_transition');
  await propose(ctx, member, { kind: 'reinstate', role: member.role, reason });
  return viewStaff(ctx);
};

/** One person is enough to stop an account: its sessions and links end at once. */
export const suspendMember: Verb<typeof contract.staffMember.suspend> = async (ctx, { uid, reason }) => {
  const { tx } = ctx;
  const member = await lockOtherMember(ctx, uid);
  if (member.status === 'suspended' || member.status === 'removed') throw new Refusal('invalid_transition');
  await requireApproversLeft(tx, { without: uid });
  await updateMember(tx, uid, { status: member.passwordHash === null ? 'removed' : 'suspended' });
  await endStaffSessions(tx, uid, 'suspended');
  await endInvitations(tx, uid);
  await audit(ctx, 'staff.suspended', `staff:${uid}`, { reason });
  return viewStaff(ctx);
};

async function lockOtherMember({ tx, actor }: StaffCtx, uid: string): Promise<MemberRow> {
  if (uid === actor.staffId) throw accessDenied('own_account');
  // Before the row, as those who decide do: of two that suspend each other, neither waits for ever.
  await acquireLocks(tx, ['staff.member']);
  const member = await lockMember(tx, uid);
  if (!member) throw new Refusal('not_found');
  return member;
}

type Proposal = Readonly<{ kind: 'role' | 'reinstate'; role: StaffRole; reason: string }>;

async function propose(ctx: StaffCtx, { id: memberId, name }: MemberRow, proposal: Proposal): Promise<void> {
  const { tx, actor } = ctx;
  if ((await selectWaitingChanges(tx)).some((change) => change.memberId === memberId))
    throw new Refusal('invalid_transition', { reason: message('staff_change_waiting') });
  await requireOtherApprover(tx, actor.staffId, approverOfStaff);
  const id = v7();
  await insertChange(tx, {
    id,
    ...proposal,
    memberId,
    name,
    state: 'proposed',
    proposedBy: actor.staffId,
  });
  await audit(ctx, `staff.${proposal.kind}_proposed`, `staff:${memberId}`, { change: id, ...proposal });
}

/**
 * Refuses `approver_conflict` for the proposer and the person concerned, `not_found`, and `invalid_transition` once it
 * is decided or the account changed meanwhile.
 */
export const approveMember =
  (key: Buffer): Verb<typeof contract.staffMember.approve> =>
  async (ctx, { uid }) => {
    const change = await lockOpenChange(ctx, uid);
    await decideChange(ctx.tx, { id: uid, state: 'approved', by: ctx.actor.staffId, note: null });
    await apply(ctx, key, change);
    const { memberId, kind, role, proposedBy } = change;
    await audit(ctx, `staff.${kind}_approved`, `staff:${memberId}`, { change: uid, role, proposedBy });
    return viewStaff(ctx);
  };

export const refuseMember: Verb<typeof contract.staffMember.refuse> = async (ctx, { uid, note }) => {
  const { memberId, kind } = await lockOpenChange(ctx, uid);
  await decideChange(ctx.tx, { id: uid, state: 'refused', by: ctx.actor.staffId, note });
  await audit(ctx, `staff.${kind}_refused`, `staff:${memberId}`, { change: uid, note });
  return viewStaff(ctx);
};

async function lockOpenChange({ tx, actor }: StaffCtx, uid: string): Promise<ChangeRow> {
  await acquireLocks(tx, ['staff.member']);
  const change = await lockChange(tx, uid);
  if (!change) throw new Refusal('not_found');
  if (change.state !== 'proposed') throw new Refusal('invalid_transition');
  if (concerns(change, actor.staffId)) throw new Refusal('approver_conflict');
  return change;
}

async function apply(ctx: StaffCtx, key: Buffer, change: ChangeRow): Promise<void> {
  const { tx } = ctx;
  const { kind, memberId: id, role, name, username, email } = change;
  if (kind === 'invite' && username !== null && email !== null) {
    await insertInvitedMember(tx, { id, username, email, name, role }).catch(refuseKnownName);
    await sendStaffInvitation(ctx, key, id);
    return;
  }
  const member = await lockMember(tx, id);
  if (member?.status !== (kind === 'role' ? 'active' : 'suspended')) throw new Refusal('invalid_transition');
  if (kind === 'role') {
    await requireApproversLeft(tx, { role: { id, role } });
    return updateMember(tx, id, { role });
  }
  await updateMember(tx, id, {
    status: 'invited',
    passwordHash: null,
    totpSecret: null,
    totpConfirmedAt: null,
    lastTotpStep: null,
    nextTotpSecret: null,
    nextTotpBegunAt: null,
  });
  const passkeys = await deleteFactors(tx, id);
  await audit(ctx, 'staff.factors_cleared', `staff:${id}`, { passkeys });
  await sendStaffInvitation(ctx, key, id);
}

function refuseKnownName(error: unknown): never {
  throw (error as { code?: string }).code === '23505' ? userExists() : error;
}

import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import { v7 } from 'uuid';
import { acquireLocks } from '../../platform/db/advisory-lock.ts';
import { audit } from '../../platform/requests/audit.ts';
import { accessDenied, Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { requireApproversLeft, requireOtherApprover } from '../role/role.ts';
import { viewStaff } from './list-members.ts';
import {
  endInvitations,
  insertChange,
  isNameTaken,
  lockMember,
  type MemberRow,
  selectWaitingChanges,
  updateMember,
} from './member-change.sql.ts';
import { endStaffSessions } from './staff.sql.ts';

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

export const userExists = (): Refusal => new Refusal('user_exists', { reason: message('staff_user_exists') });

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

type Proposal = Readonly<{ kind: 'role' | 'reinstate'; role: string; reason: string }>;

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

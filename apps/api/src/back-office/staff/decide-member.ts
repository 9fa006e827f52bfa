import type { contract } from '@larkmere/contract/contract';
import { acquireLocks } from '../../platform/db/advisory-lock.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { requireApproversLeft } from '../role/role.ts';
import { sendStaffInvitation } from './accept-invitation.ts';
import { concerns, viewStaff } from './list-members.ts';
import {
  type ChangeRow,
  decideChange,
  insertInvitedMember,
  lockChange,
  lockMember,
  updateMember,
} from './member-change.sql.ts';
import { userExists } from './propose-member.ts';
import { deleteFactors } from './staff-factor.sql.ts';

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

import type { StaffRole } from '@larkmere/contract/back-office/staff';
import { v7 } from 'uuid';
import { acquireLocks } from '../../platform/db/transaction.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Ctx, SystemActor } from '../../platform/requests/verb.ts';
import { canAnybodyApprove } from '../role/role.ts';
import { sendStaffInvitation } from './accept-invitation.ts';
import { insertInvitedMember, isApproverInvited } from './member-change.sql.ts';

export type FirstMember = Readonly<{ name: string; username: string; email: string }>;

/** One proposes and one approves, so that from the second day on every change of staff takes two people. */
const roles = ['settings', 'super'] as const satisfies readonly StaffRole[];

/**
 * For the operator of a new installation, and of one where nobody active can approve changes to staff any more. Each
 * gets a link by e-mail. Returns false and changes nothing while an active or invited member can approve.
 */
export async function inviteFirstMembers(
  ctx: Ctx<SystemActor>,
  key: Buffer,
  people: readonly [proposer: FirstMember, approver: FirstMember],
): Promise<boolean> {
  const { tx } = ctx;
  await acquireLocks(tx, ['staff.member']);
  if (await canAnybodyApprove(tx, ['roles', 'approve'])) return false;
  if (await isApproverInvited(tx)) return false;
  for (const [i, role] of roles.entries()) {
    const person = people[i];
    if (!person) throw new RangeError(`nobody for the role ${role}`);
    const id = v7();
    await insertInvitedMember(tx, { id, ...person, role });
    await sendStaffInvitation(ctx, key, id);
    await audit(ctx, 'staff.first_member_invited', `staff:${id}`, { username: person.username, role });
  }
  return true;
}

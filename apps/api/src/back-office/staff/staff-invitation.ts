import { createHmac, hkdfSync, randomUUID } from 'node:crypto';
import type { StaffRole } from '@larkmere/contract/back-office/staff';
import type { contract } from '@larkmere/contract/contract';
import { v7 } from 'uuid';
import { requireStrongPassword } from '../../identity/recovery/recovery.ts';
import { admitRecoveryAttempt, forgetRecoveryAttempt, type SignInSecrets } from '../../identity/session/session.ts';
import { acquireLocks } from '../../platform/db/transaction.ts';
import { defineEvent, emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, SystemActor, Verb, Workflow } from '../../platform/requests/verb.ts';
import { hashPassword } from '../../platform/security/password-hash.ts';
import { hashToken } from '../../platform/security/token.ts';
import { canAnybodyApprove } from '../role/role.ts';
import {
  endInvitations,
  findOpenInvitation,
  insertInvitation,
  insertInvitedMember,
  isApproverInvited,
  lockOpenInvitation,
  updateMember,
} from './member-change.sql.ts';

export const showStaffInvitation: Verb<typeof contract.staffMember.showInvitation> = async ({ tx }, { token }) => {
  const found = await findOpenInvitation(tx, hashToken(token));
  if (!found) return null;
  const { name, username, role, expiresAt } = found;
  return { name, username, role, expiresAt: expiresAt.toISOString() };
};

/**
 * The account is active from here on, but its first login opens the enrolment of the one-time code alone. Refuses
 * `invitation_invalid` in the same words for a link that is unknown, used or expired, and `password_weak`.
 */
export const acceptStaffInvitation =
  (secrets: SignInSecrets): Workflow<typeof contract.staffMember.acceptInvitation> =>
  async (steps, { token, password, captcha }) => {
    const tokenHash = hashToken(token);
    const attempt = { name: `staff invitation ${tokenHash.toString('hex')}`, captcha };
    const found = await admitRecoveryAttempt(steps, secrets, attempt, async (ctx, _name, subject) => {
      const invitation = await findOpenInvitation(ctx.tx, tokenHash);
      if (invitation) await forgetRecoveryAttempt(ctx.tx, subject);
      return invitation;
    });
    if (!found) throw new Refusal('invitation_invalid');
    await requireStrongPassword(password, [
      ...found.name.split(' '),
      found.username,
      found.email.split('@', 1)[0] ?? '',
    ]);
    const hash = await hashPassword(password);
    return steps.transaction(async (ctx) => {
      const invitation = await lockOpenInvitation(ctx.tx, tokenHash);
      if (!invitation) throw new Refusal('invitation_invalid');
      const { memberId, username } = invitation;
      await updateMember(ctx.tx, memberId, { status: 'active', passwordHash: hash });
      await endInvitations(ctx.tx, memberId);
      await audit(ctx, 'staff.invitation_accepted', `staff:${memberId}`);
      return { username };
    });
  };

export const staffInvited = defineEvent<StaffInvited>('staff.invited');
type StaffInvited = Readonly<{ linkId: string; memberId: string; expiresAt: string }>;

const linkHours = 48;

/** Neither the database nor the outbox holds the token of a link: the e-mail derives it again. */
export const deriveStaffInvitationToken = (key: Buffer, linkId: string): string =>
  createHmac('sha256', key).update(linkId).digest('base64url');

export const deriveStaffInvitationKey = (pepper: string): Buffer =>
  Buffer.from(hkdfSync('sha256', pepper, '', 'larkmere links of invitations of staff', 32));

/** Sends a link to a new password; an earlier one stops working. */
export async function sendStaffInvitation(ctx: Ctx, key: Buffer, memberId: string): Promise<string> {
  const linkId = randomUUID();
  const expiresAt = new Date(ctx.now.getTime() + linkHours * 3_600_000);
  await endInvitations(ctx.tx, memberId);
  await insertInvitation(ctx.tx, {
    id: linkId,
    memberId,
    tokenHash: hashToken(deriveStaffInvitationToken(key, linkId)),
    expiresAt,
  });
  await emit(ctx, staffInvited, { linkId, memberId, expiresAt: expiresAt.toISOString() });
  return linkId;
}

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

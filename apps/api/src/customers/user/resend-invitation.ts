import type { contract } from '@larkmere/contract/contract';
import { isRole } from '@larkmere/contract/platform/role-access';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { extendInvitation, type MemberRights, type Membership } from '../customer/customer.ts';
import { invitationEnd, sendInvitation } from '../invitation/invitation.ts';
import { requireGrantable } from './check-rights.ts';
import { lockPeople, readerOf, requireTarget } from './manage-members.ts';
import { viewUserById } from './show-user.ts';
import { findUser } from './user.read.ts';

/**
 * Needs no PIN, because nothing is given that a PIN had not confirmed. Refuses with `not_found`, `owner_protected`,
 * `rights_exceeded`, `invalid_transition` or `too_many_invitations`.
 */
export const resendInvitation =
  (tokenKey: Buffer): Verb<typeof contract.user.resend> =>
  async (ctx, { id }) => {
    const people = await lockPeople(ctx);
    const target = requireTarget(people, id);
    if (target.state !== 'invited') throw new Refusal('invalid_transition');
    requireGrantable(people.acting, rightsOf(target));
    const before = await findUser(ctx.tx, ctx.actor.customerId, id);
    const expiresAt = invitationEnd(ctx.now);
    await extendInvitation(ctx, id, { invitedBy: ctx.actor.userId, expiresAt });
    const { name, phone } = { name: before?.name ?? '', phone: before?.phone ?? null };
    await sendInvitation(ctx, tokenKey, { membershipId: id, name, phone, expiresAt });
    await audit(ctx, 'invitation.resent', `membership:${id}`);
    return viewUserById(ctx, people.customerId, readerOf(people), id);
  };

export function rightsOf(row: Membership): MemberRights {
  if (!isRole(row.role)) throw new Error(`membership ${row.id} has an unknown role`);
  return {
    role: row.role,
    access: row.access as MemberRights['access'],
    accounts: row.accounts,
    limitCurrency: row.limitCurrency,
    perPaymentMinor: row.perPaymentMinor,
    dailyMinor: row.dailyMinor,
  };
}

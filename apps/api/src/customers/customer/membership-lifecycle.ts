import type { MembershipState } from '@larkmere/contract/customers/membership';
import { v7 } from 'uuid';
import { endSessionsOfMember } from '../../identity/session/session.ts';
import type { Tx } from '../../platform/db/db.ts';
import { appendHistory, changeState, recordState } from '../../platform/lifecycle/change-state.ts';
import { defineLifecycle } from '../../platform/lifecycle/lifecycle.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { selectIdentityCheck } from './customer.read.ts';
import {
  insertInvited,
  lockFormerMembership,
  lockMembers,
  lockMembership,
  type MemberRights,
  type Membership,
  type NewInvitation,
  updateInvitation,
  updateRights,
} from './membership.sql.ts';

/** A customer here is a colleague with the right to manage users, or the invited person. */
export const membershipLifecycle = defineLifecycle({
  table: 'customer.membership',
  history: { table: 'customer.membership_transition', key: 'membershipId', copies: ['role', 'reason'] },
  action: 'membership',
  entity: 'membership',
  audited: ({ userId: person, role, reason }) => ({ person, role, ...(reason === null ? {} : { reason }) }),
})<MembershipState>({
  transitions: {
    invited: { active: 'customer', removed: ['customer', 'staff', 'system'] },
    active: { suspended: ['customer', 'staff'], removed: ['customer', 'staff'] },
    // The system applies what two members of staff agreed on.
    suspended: { active: ['customer', 'system'], removed: ['customer', 'staff'] },
    removed: { invited: 'customer' },
  },
  waiting: {},
});

/** A membership of nobody yet, which waits for the person behind the address. */
export async function inviteMember(ctx: Ctx, invitation: NewInvitation): Promise<Membership> {
  const invited = await insertInvited(ctx.tx, v7(), invitation);
  await recordState(ctx, membershipLifecycle, invited);
  return invited;
}

/** The person who sends it again becomes the inviter. */
export const extendInvitation = (
  { tx }: Pick<Ctx, 'tx'>,
  id: string,
  sent: Readonly<{ invitedBy: string; expiresAt: Date }>,
): Promise<Membership> => updateInvitation(tx, id, sent);

/**
 * Gives an open invitation to the person who accepts it. A former member gets that membership again,
 * with the new rights. Without an identity check they read, and move nothing. Refuses with `invitation_invalid`, and with `user_exists` for a member.
 */
export async function joinByInvitation(ctx: Ctx, id: string, userId: string): Promise<Membership> {
  const invited = await lockMembership(ctx.tx, id);
  if (invited?.state !== 'invited') throw new Refusal('invitation_invalid');
  const former = await lockFormerMembership(ctx.tx, { userId, customerId: invited.customerId });
  const identity = await selectIdentityCheck(ctx.tx, { userId, customerId: invited.customerId });
  if (!former)
    return changeState(ctx, membershipLifecycle, invited, { state: 'active', ...joined(invited, userId, identity) });
  if (former.state !== 'removed') throw new Refusal('user_exists');
  await changeState(ctx, membershipLifecycle, invited, { state: 'removed', version: invited.version + 1 });
  const reopened = await changeState(ctx, membershipLifecycle, former, {
    state: 'invited',
    ...rightsOf(invited),
    reason: null,
    invitedEmail: invited.invitedEmail,
    invitedBy: invited.invitedBy,
    invitedAt: invited.invitedAt,
    expiresAt: invited.expiresAt,
  });
  return changeState(ctx, membershipLifecycle, reopened, {
    state: 'active',
    ...joined(reopened, userId, reopened.identityCheckedAt ?? identity),
  });
}

const joined = ({ version }: Membership, userId: string, identity: Date | null) => ({
  userId,
  version: version + 1,
  identityCheckedAt: identity,
});

const rightsOf = ({ role, access, accounts, limitCurrency, perPaymentMinor, dailyMinor }: Membership) => ({
  role,
  access,
  accounts,
  limitCurrency,
  perPaymentMinor,
  dailyMinor,
});

type MembershipChange = Readonly<{ state: Exclude<MembershipState, 'invited'>; reason?: string | undefined }>;

/**
 * Suspends, reinstates or removes a member of a customer. Their sessions that look at this customer end with it, on
 * open sockets too. Refuses with `not_found`, `invalid_transition` or `last_owner`.
 */
export async function changeMembership(ctx: Ctx, id: string, { state, reason }: MembershipChange): Promise<Membership> {
  const membership = await lockMembership(ctx.tx, id);
  if (!membership) throw new Refusal('not_found');
  await requireOwnerLeft(ctx.tx, membership, { role: membership.role, state });
  const version = membership.version + 1;
  const changed = await changeState(ctx, membershipLifecycle, membership, { state, reason: reason ?? null, version });
  const { userId, customerId } = membership;
  if (state !== 'active' && userId) await endSessionsOfMember(ctx.tx, { userId, customerId }, `membership_${state}`);
  return changed;
}

/**
 * Of a locked membership. Rights are read on every request, so the next one of the person has these. Refuses with
 * `last_owner`.
 */
export async function changeRights(ctx: Ctx, membership: Membership, rights: MemberRights): Promise<Membership> {
  const { id, state } = membership;
  await requireOwnerLeft(ctx.tx, membership, { role: rights.role, state });
  const changed = await updateRights(ctx.tx, id, rights);
  await appendHistory(ctx, membershipLifecycle, id);
  const { userId: person, role, access, accounts } = changed;
  await audit(ctx, 'membership.rights_changed', `membership:${id}`, { person, role, access, accounts });
  return changed;
}

type RoleAndState = Pick<Membership, 'role' | 'state'>;

const isActiveOwner = ({ role, state }: RoleAndState): boolean => role === 'owner' && state === 'active';

async function requireOwnerLeft(tx: Tx, membership: Membership, next: RoleAndState): Promise<void> {
  if (!isActiveOwner(membership) || isActiveOwner(next)) return;
  const others = (await lockMembers(tx, membership.customerId)).filter(({ id }) => id !== membership.id);
  if (!others.some(isActiveOwner)) throw new Refusal('last_owner');
}

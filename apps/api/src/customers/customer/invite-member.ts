import { v7 } from 'uuid';
import { changeState, recordState } from '../../platform/lifecycle/change-state.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { selectIdentityCheck } from './identity-check.read.ts';
import {
  insertInvited,
  lockFormerMembership,
  lockMembership,
  type Membership,
  type NewInvitation,
  updateInvitation,
} from './membership.sql.ts';
import { membershipLifecycle } from './membership-lifecycle.ts';

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

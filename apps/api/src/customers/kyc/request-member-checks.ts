import type { TransactionalHandler } from '../../platform/events/relay.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { lockMembers } from '../customer/customer.ts';
import type { InvitationAnswered } from '../invitation/invitation.ts';
import type { UserRightsChanged, UserStateChanged } from '../user/user.ts';
import { discardCheck, isCheckNeeded, lockCheckOf, lockMember, openCheck, sendMemberLink } from './member-check.ts';

/** Whoever joins and may move money is sent the link to their form. */
export const onInvitationAnswered: TransactionalHandler<InvitationAnswered> = async (ctx, { payload }) => {
  if (payload.answer === 'accepted') await askForCheck(ctx, payload);
};

/** So is a member who only read before. */
export const onRightsChanged: TransactionalHandler<UserRightsChanged> = (ctx, { payload }) => askForCheck(ctx, payload);

type MemberId = Readonly<{ customerId: string; membershipId: string }>;

async function askForCheck(ctx: Ctx, { customerId, membershipId }: MemberId): Promise<void> {
  const member = await lockMember(ctx, customerId, ({ id }) => id === membershipId);
  if (!member || !isCheckNeeded(member) || (await lockCheckOf(ctx, member))) return;
  await sendMemberLink(ctx, await openCheck(ctx, member), member.id);
}

/** Nothing that a removed member gave stays, unless the check was passed: it counts again if they come back. */
export const onMemberRemoved: TransactionalHandler<UserStateChanged> = async (ctx, { payload }) => {
  if (payload.state !== 'removed') return;
  const member = (await lockMembers(ctx.tx, payload.customerId)).find(({ id }) => id === payload.membershipId);
  if (member?.state !== 'removed' || member.identityCheckedAt !== null) return;
  const check = await lockCheckOf(ctx, member);
  if (check) await discardCheck(ctx, check);
};

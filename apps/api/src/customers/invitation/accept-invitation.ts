import type { contract } from '@larkmere/contract/contract';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, Verb } from '../../platform/requests/verb.ts';
import { hashToken } from '../../platform/security/token.ts';
import { joinByInvitation } from '../customer/customer.ts';
import { type Invitation, selectEmail } from './invitation.read.ts';
import { endLink } from './invitation.sql.ts';
import { invitationAnswered } from './invitation.ts';
import { lockInvitation } from './lock-invitation.ts';

/** Refuses with `invitation_invalid`, `invitation_for_other_address`, and `user_exists` for a member. */
export const acceptInvitation: Verb<typeof contract.invitation.accept> = async (ctx, { token }) => {
  const { userId } = ctx.actor;
  const invitation = await lockInvitation(ctx, hashToken(token));
  if (!invitation) return { state: 'already' };
  const email = await selectEmail(ctx.tx, userId);
  if (email.toLowerCase() !== invitation.email.toLowerCase()) throw new Refusal('invitation_for_other_address');
  await join(ctx, invitation, userId);
  return { state: 'accepted' };
};

export async function join(ctx: Ctx, invitation: Invitation, userId: string): Promise<void> {
  const { membershipId, customerId, inviterId } = invitation;
  const { id } = await joinByInvitation(ctx, membershipId, userId);
  await endLink(ctx.tx, membershipId, 'accepted');
  await audit(ctx, 'invitation.accepted', `membership:${id}`, { person: userId });
  await emit(ctx, invitationAnswered, { membershipId: id, customerId, inviterId, answer: 'accepted' });
}

import type { contract } from '@larkmere/contract/contract';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { hashToken } from '../../platform/security/token.ts';
import { changeMembership } from '../customer/customer.ts';
import { endLink } from './invitation.sql.ts';
import { invitationAnswered } from './invitation.ts';
import { lockInvitation } from './lock-invitation.ts';

/** Refuses with `invitation_invalid`. */
export const declineInvitation: Verb<typeof contract.invitation.decline> = async (ctx, { token }) => {
  const invitation = await lockInvitation(ctx, hashToken(token));
  if (!invitation) throw new Refusal('invitation_invalid');
  const { membershipId, customerId, inviterId } = invitation;
  await changeMembership(ctx, membershipId, { state: 'removed', reason: 'declined' });
  await endLink(ctx.tx, membershipId, 'declined');
  await audit(ctx, 'invitation.declined', `membership:${membershipId}`);
  await emit(ctx, invitationAnswered, { membershipId, customerId, inviterId, answer: 'declined' });
  return null;
};

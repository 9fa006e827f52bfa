import type { contract } from '@larkmere/contract/contract';
import { requirePinAuthorisation } from '../../identity/pin/pin.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { inviteMember } from '../customer/customer.ts';
import { invitationEnd, sendInvitation } from '../invitation/invitation.ts';
import { lockPeople } from './manage-members.ts';
import { readRights } from './read-rights.ts';
import { showRow } from './show-user.ts';
import { isMemberEmail } from './user.read.ts';

/**
 * Works alike for an address that has a login and one that has none. Refuses with `user_exists` for a member or an open
 * invitation, `validation_failed`, `owner_protected`, `rights_exceeded` or `authorisation_invalid`.
 */
export const inviteUser =
  (tokenKey: Buffer): Verb<typeof contract.user.invite> =>
  async (ctx, { authorisation, idempotency, ...invitee }) => {
    const { acting } = await lockPeople(ctx);
    const { customerId, userId: invitedBy } = ctx.actor;
    const email = invitee.email.normalize('NFKC');
    const rights = await readRights(ctx, acting, invitee);
    if (await isMemberEmail(ctx.tx, customerId, email)) throw new Refusal('user_exists');
    await requirePinAuthorisation(ctx, authorisation, {
      operation: 'user.invite',
      invitee,
      amount: '0',
      currency: 'GBP',
      paymentIdempotency: idempotency,
    });
    const expiresAt = invitationEnd(ctx.now);
    const { id } = await inviteMember(ctx, { customerId, email, invitedBy, expiresAt, rights });
    const { name, phone = null } = invitee;
    await sendInvitation(ctx, tokenKey, { membershipId: id, name, phone, expiresAt });
    return showRow(ctx, acting, id);
  };

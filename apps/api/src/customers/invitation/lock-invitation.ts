import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { lockMembers } from '../customer/customer.ts';
import { findInvitation, type Invitation } from './invitation.read.ts';

/**
 * Locks the members of the customer like every change of people, so that of two uses one comes first. Undefined if the
 * link was used to accept before. Refuses with `invitation_invalid`.
 */
export async function lockInvitation({ tx }: Ctx, tokenHash: Buffer): Promise<Invitation | undefined> {
  const found = await findInvitation(tx, tokenHash);
  if (!found) throw new Refusal('invitation_invalid');
  await lockMembers(tx, found.customerId);
  const invitation = await findInvitation(tx, tokenHash);
  if (invitation?.endedBy === 'accepted') return undefined;
  if (!invitation?.isOpen) throw new Refusal('invitation_invalid');
  return invitation;
}

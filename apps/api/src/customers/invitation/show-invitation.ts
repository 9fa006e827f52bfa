import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { hashToken } from '../../platform/security/token.ts';
import { findInvitation } from './invitation.read.ts';

export const showInvitation: Verb<typeof contract.invitation.show> = async ({ tx }, { token }) => {
  const found = await findInvitation(tx, hashToken(token));
  if (!found?.isOpen) return null;
  const { invitedBy, customerName: customer, role, name, email, expiresAt } = found;
  return { invitedBy, customer, role, name, email, expiresAt: expiresAt.toISOString() };
};

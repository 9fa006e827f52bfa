/**
 * The link by which a person joins a customer: sent by e-mail, valid for two weeks.
 * Whoever opens it accepts with the login they have, or creates one, or declines.
 * The membership itself, with its rights, belongs to the customer module.
 */

import { createHmac, hkdfSync, randomUUID } from 'node:crypto';
import { defineEvent, emit } from '../../platform/events/outbox.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { hashToken } from '../../platform/security/token.ts';
import { countRecentLinks, endLink, insertLink } from './invitation.sql.ts';

export { endLink } from './invitation.sql.ts';

export const invitationSent = defineEvent<InvitationSent>('invitation.sent');
export type InvitationSent = Readonly<{ linkId: string }>;

export const invitationAnswered = defineEvent<InvitationAnswered>('invitation.answered');
export type InvitationAnswered = Readonly<{
  membershipId: string;
  customerId: string;
  inviterId: string;
  answer: 'accepted' | 'declined';
}>;

const invitationDays = 14;
const maxMailsPerHour = 3;

/** The token of a link. Neither the database nor the outbox holds it: the e-mail derives it again. */
export const deriveInvitationToken = (key: Buffer, linkId: string): string =>
  createHmac('sha256', key).update(linkId).digest('base64url');

export const deriveInvitationKey = (pepper: string): Buffer =>
  Buffer.from(hkdfSync('sha256', pepper, '', 'larkmere links of invitations', 32));

export const invitationEnd = (now: Date): Date => new Date(now.getTime() + invitationDays * 86_400_000);

type Recipient = Readonly<{ membershipId: string; name: string; phone: string | null; expiresAt: Date }>;

/** Sends a new link; the one before it stops working. Refuses with `too_many_invitations`. */
export async function sendInvitation(ctx: Ctx, key: Buffer, recipient: Recipient): Promise<void> {
  const { membershipId } = recipient;
  if ((await countRecentLinks(ctx.tx, membershipId)) >= maxMailsPerHour) throw new Refusal('too_many_invitations');
  await endLink(ctx.tx, membershipId, 'replaced');
  const linkId = randomUUID();
  const tokenHash = hashToken(deriveInvitationToken(key, linkId));
  await insertLink(ctx.tx, { id: linkId, tokenHash, ...recipient });
  await emit(ctx, invitationSent, { linkId });
}

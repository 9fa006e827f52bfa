import { createHmac, hkdfSync, randomUUID } from 'node:crypto';
import { defineEvent, emit } from '../../platform/events/outbox.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { hashToken } from '../../platform/security/token.ts';
import { endInvitations, insertInvitation } from './member-change.sql.ts';

export const staffInvited = defineEvent<StaffInvited>('staff.invited');
export type StaffInvited = Readonly<{ linkId: string; memberId: string; expiresAt: string }>;

const linkHours = 48;

/** Neither the database nor the outbox holds the token of a link: the e-mail derives it again. */
export const deriveStaffInvitationToken = (key: Buffer, linkId: string): string =>
  createHmac('sha256', key).update(linkId).digest('base64url');

export const deriveStaffInvitationKey = (pepper: string): Buffer =>
  Buffer.from(hkdfSync('sha256', pepper, '', 'larkmere links of invitations of staff', 32));

/** Sends a link to a new password; an earlier one stops working. */
export async function sendStaffInvitation(ctx: Ctx, key: Buffer, memberId: string): Promise<string> {
  const linkId = randomUUID();
  const expiresAt = new Date(ctx.now.getTime() + linkHours * 3_600_000);
  await endInvitations(ctx.tx, memberId);
  await insertInvitation(ctx.tx, {
    id: linkId,
    memberId,
    tokenHash: hashToken(deriveStaffInvitationToken(key, linkId)),
    expiresAt,
  });
  await emit(ctx, staffInvited, { linkId, memberId, expiresAt: expiresAt.toISOString() });
  return linkId;
}

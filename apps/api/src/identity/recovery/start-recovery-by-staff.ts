import { randomUUID } from 'node:crypto';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { StaffCtx } from '../../platform/requests/verb.ts';
import { hashToken } from '../../platform/security/token.ts';
import { endPassword } from '../session/session.ts';
import { findHelpExpiry } from './recovery.read.ts';
import { insertRequest, voidOtherLinks } from './recovery.sql.ts';
import { deriveResetToken, recoveryStartedByStaff } from './recovery-events.ts';

type Help = Readonly<{ userId: string; key: string; reason: string }>;

/**
 * Ends the password and mails the person a link to a new one. A repeated request sends no second link. Refuses with
 * `invalid_transition` for a person without a password.
 */
export async function startRecoveryByStaff(
  ctx: StaffCtx,
  resetTokens: Buffer,
  { userId, key, reason }: Help,
): Promise<Readonly<{ expiresAt: Date; isNew: boolean }>> {
  const sent = await findHelpExpiry(ctx.tx, userId, key);
  if (sent) return { expiresAt: sent, isNew: false };
  const requestId = randomUUID();
  const tokenHash = hashToken(deriveResetToken(resetTokens, requestId));
  await endPassword(ctx, userId);
  await voidOtherLinks(ctx.tx, userId);
  const expiresAt = await insertRequest(ctx.tx, { id: requestId, userId, tokenHash, channel: 'email', helpKey: key });
  await audit(ctx, 'recovery.started_by_staff', `person:${userId}`, { reason });
  const at = ctx.now.toISOString();
  await emit(ctx, recoveryStartedByStaff, { requestId, userId, at, expiresAt: expiresAt.toISOString() });
  return { expiresAt, isNew: true };
}

import { createHmac, hkdfSync } from 'node:crypto';
import { defineEvent } from '../../platform/events/outbox.ts';

/** `userId` is null if nobody has the typed name, or has asked too often. */
export const recoveryRequested = defineEvent<RecoveryRequested>('recovery.requested');
type RecoveryRequested = Readonly<{ requestId: string; userId: string | null; expiresAt: string }>;

export const passwordReset = defineEvent<PasswordReset>('recovery.password_reset');
export type PasswordReset = Readonly<{ userId: string; at: string; device: string }>;

/** Staff ended the password and sent the link; the person chooses the new one. */
export const recoveryStartedByStaff = defineEvent<RecoveryStartedByStaff>('recovery.started_by_staff');
export type RecoveryStartedByStaff = Readonly<{ requestId: string; userId: string; at: string; expiresAt: string }>;

/**
 * The token of a request. Neither the database nor the outbox holds it: the e-mail derives it again, also when it is
 * sent once more.
 */
export const deriveResetToken = (key: Buffer, requestId: string): string =>
  createHmac('sha256', key).update(requestId).digest('base64url');

export const deriveResetTokenKey = (pepper: string): Buffer =>
  Buffer.from(hkdfSync('sha256', pepper, '', 'larkmere links for a new password', 32));

import { createHmac, hkdfSync } from 'node:crypto';
import { compare, type Money } from '@larkmere/money/money';
import { defineEvent } from '../../platform/events/outbox.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { coolingHours, getCoolingLimit } from '../pin/pin.ts';
import { selectLastReset } from './recovery.read.ts';

export { voidOtherLinks as voidResetLinks } from './recovery.sql.ts';
export { requireStrongPassword } from './weak-password.ts';

/** `userId` is null if nobody has the typed name, or has asked too often. */
export const recoveryRequested = defineEvent<RecoveryRequested>('recovery.requested');
export type RecoveryRequested = Readonly<{ requestId: string; userId: string | null; expiresAt: string }>;

export const passwordReset = defineEvent<PasswordReset>('recovery.password_reset');
export type PasswordReset = Readonly<{ userId: string; at: string; device: string }>;

/**
 * The token of a request. Neither the database nor the outbox holds it: the e-mail derives it again, also when it is
 * sent once more.
 */
export const deriveResetToken = (key: Buffer, requestId: string): string =>
  createHmac('sha256', key).update(requestId).digest('base64url');

export const deriveResetTokenKey = (pepper: string): Buffer =>
  Buffer.from(hkdfSync('sha256', pepper, '', 'larkmere links for a new password', 32));

/** The lower limit for new payees in the day after a reset: a stolen mailbox alone must not empty an account. */
export async function lowerAfterReset(
  { tx, now }: Pick<Ctx, 'tx' | 'now'>,
  userId: string,
  limit: Money,
): Promise<Money> {
  const resetAt = await selectLastReset(tx, userId);
  if (!resetAt || now.getTime() - resetAt.getTime() >= coolingHours * 3_600_000) return limit;
  const lower = await getCoolingLimit(tx, limit.currency);
  return compare(lower, limit) < 0 ? lower : limit;
}

import { createHmac, hkdfSync } from 'node:crypto';
import { defineEvent } from '../../platform/events/outbox.ts';

export const emailChangeRequested = defineEvent<EmailChangeRequested>('email_change.requested');
export type EmailChangeRequested = Readonly<{ requestId: string; isTaken: boolean; expiresAt: string }>;

export const emailChanged = defineEvent<EmailChanged>('email_change.confirmed');
export type EmailChanged = Readonly<{ requestId: string; userId: string; email: string; at: string; device: string }>;

export type CodeSide = 'old' | 'new';

/**
 * The six digits for one of the two addresses. Neither the database nor the outbox holds them: the e-mail derives them
 * again, also when it is sent once more.
 */
export const deriveEmailCode = (key: Buffer, requestId: string, side: CodeSide): string => {
  const digest = createHmac('sha256', key).update(`${side}:${requestId}`).digest();
  return String(digest.readUInt32BE(0) % 1_000_000).padStart(6, '0');
};

export const deriveEmailCodeKey = (pepper: string): Buffer =>
  Buffer.from(hkdfSync('sha256', pepper, '', 'larkmere codes for a new e-mail address', 32));

/** Six digits are few, so their hash is keyed: who reads the table cannot try them all. */
export const hashEmailCode = (key: Buffer, requestId: string, side: CodeSide, code: string): Buffer =>
  createHmac('sha256', key).update(`hash:${side}:${requestId}:${code}`).digest();

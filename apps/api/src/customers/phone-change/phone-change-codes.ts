import { createHmac, hkdfSync } from 'node:crypto';
import type { Channel } from '@larkmere/contract/identity/channel';
import { defineEvent } from '../../platform/events/outbox.ts';

export const phoneChangeRequested = defineEvent<PhoneChangeRequested>('phone_change.requested');
export type PhoneChangeRequested = Readonly<{
  requestId: string;
  userId: string;
  channel: Channel;
  expiresAt: string;
}>;

export const phoneChanged = defineEvent<PhoneChanged>('phone_change.confirmed');
export type PhoneChanged = Readonly<{ requestId: string; userId: string; at: string }>;

/** `new`: to the new number. `own`: to a channel that is the person's already. */
export type PhoneCodeSide = 'own' | 'new';

/** Neither the database nor the outbox holds a code: the message derives it again. */
export const derivePhoneCode = (key: Buffer, requestId: string, side: PhoneCodeSide): string => {
  const digest = createHmac('sha256', key).update(`${side}:${requestId}`).digest();
  return String(digest.readUInt32BE(0) % 1_000_000).padStart(6, '0');
};

export const derivePhoneCodeKey = (pepper: string): Buffer =>
  Buffer.from(hkdfSync('sha256', pepper, '', 'larkmere codes for a new phone number', 32));

/** Six digits are few, so their hash is keyed: who reads the table cannot try them all. */
export const hashPhoneCode = (key: Buffer, requestId: string, side: PhoneCodeSide, code: string): Buffer =>
  createHmac('sha256', key).update(`hash:${side}:${requestId}:${code}`).digest();

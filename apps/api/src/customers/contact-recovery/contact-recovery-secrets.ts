import { createHmac, hkdfSync } from 'node:crypto';
import type { SignInSecrets } from '../../identity/session/session.ts';

/** Keys with which links and codes for new contact details are derived and checked. */
export type ContactRecoverySecrets = SignInSecrets & Readonly<{ contactRecovery: Buffer }>;

/** `stop`: the link to the old mailbox. `confirm`: the one to the new. */
export type ContactLink = 'stop' | 'confirm';

/** Neither the database nor the outbox holds a token or code: the messages derive them again. */
export const deriveContactToken = (key: Buffer, requestId: string, link: ContactLink): string =>
  createHmac('sha256', key).update(`${link}:${requestId}`).digest('base64url');

export const deriveContactCode = (key: Buffer, requestId: string): string => {
  const digest = createHmac('sha256', key).update(`code:${requestId}`).digest();
  return String(digest.readUInt32BE(0) % 1_000_000).padStart(6, '0');
};

export const deriveContactRecoveryKey = (pepper: string): Buffer =>
  Buffer.from(hkdfSync('sha256', pepper, '', 'larkmere links and codes for new contact details', 32));

/** Six digits are few, so their hash is keyed: who reads the table cannot try them all. */
export const hashContactCode = (key: Buffer, requestId: string, code: string): Buffer =>
  createHmac('sha256', key).update(`hash:${requestId}:${code}`).digest();

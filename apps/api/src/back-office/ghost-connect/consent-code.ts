import { createHmac, hkdfSync } from 'node:crypto';

/**
 * The six digits that the customer reads out. Neither the database nor the outbox holds them: the e-mail and the app
 * derive them again.
 */
export const deriveConsentCode = (key: Buffer, consentId: string): string => {
  const digest = createHmac('sha256', key).update(consentId).digest();
  return String(digest.readUInt32BE(0) % 1_000_000).padStart(6, '0');
};

export const deriveConsentKey = (pepper: string): Buffer =>
  Buffer.from(hkdfSync('sha256', pepper, '', 'larkmere consent of customers to a visit of staff', 32));

/** Six digits are few, so their hash is keyed: who reads the table cannot try them all. */
export const hashConsentCode = (key: Buffer, consentId: string, code: string): Buffer =>
  createHmac('sha256', key).update(`hash:${consentId}:${code}`).digest();

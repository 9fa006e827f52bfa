import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const cipherName = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

const purposes = {
  staff: 'larkmere one-time codes of staff',
  customer: 'larkmere authenticator apps of customers',
  help: 'larkmere messages to support on their way',
} as const;

export const deriveEncryptionKey = (pepper: string, realm: keyof typeof purposes): Buffer =>
  Buffer.from(hkdfSync('sha256', pepper, '', purposes[realm], 32));

/** Encrypts a secret (nonce, tag, text), bound to its owner: it cannot be decrypted for another one. */
export function encrypt(key: Buffer, ownerId: string, secret: string): Buffer {
  const nonce = randomBytes(nonceLength);
  const sealing = createCipheriv(cipherName, key, nonce).setAAD(Buffer.from(ownerId));
  const text = Buffer.concat([sealing.update(secret, 'utf8'), sealing.final()]);
  return Buffer.concat([nonce, sealing.getAuthTag(), text]);
}

export function decrypt(key: Buffer, ownerId: string, sealed: Buffer): string {
  const opening = createDecipheriv(cipherName, key, sealed.subarray(0, nonceLength), { authTagLength: tagLength })
    .setAAD(Buffer.from(ownerId))
    .setAuthTag(sealed.subarray(nonceLength, nonceLength + tagLength));
  return opening.update(sealed.subarray(nonceLength + tagLength), undefined, 'utf8') + opening.final('utf8');
}

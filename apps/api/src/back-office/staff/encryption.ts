import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const cipherName = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

export const deriveEncryptionKey = (pepper: string): Buffer =>
  Buffer.from(hkdfSync('sha256', pepper, '', 'larkmere one-time codes of staff', 32));

/** Encrypts a secret (nonce, tag, text), bound to its member: it cannot be decrypted for another one. */
export function encrypt(key: Buffer, memberId: string, secret: string): Buffer {
  const nonce = randomBytes(nonceLength);
  const sealing = createCipheriv(cipherName, key, nonce).setAAD(Buffer.from(memberId));
  const text = Buffer.concat([sealing.update(secret, 'utf8'), sealing.final()]);
  return Buffer.concat([nonce, sealing.getAuthTag(), text]);
}

export function decrypt(key: Buffer, memberId: string, sealed: Buffer): string {
  const opening = createDecipheriv(cipherName, key, sealed.subarray(0, nonceLength), { authTagLength: tagLength })
    .setAAD(Buffer.from(memberId))
    .setAuthTag(sealed.subarray(nonceLength, nonceLength + tagLength));
  return opening.update(sealed.subarray(nonceLength + tagLength), undefined, 'utf8') + opening.final('utf8');
}

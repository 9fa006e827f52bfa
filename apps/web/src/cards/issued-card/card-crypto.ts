import type { CardPublicKey } from '@larkmere/contract/cards/issued-card';

const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' } as const;

export type RevealKey = Readonly<{ publicKey: CardPublicKey; decrypt: (encrypted: string) => Promise<unknown> }>;

/** Undefined where the browser has no cryptography, such as on a page without TLS. */
export const canEncrypt = (): boolean => globalThis.crypto?.subtle !== undefined;

/** A key pair for one view. The private key cannot leave the browser's cryptography, not even to this page. */
export async function createRevealKey(): Promise<RevealKey> {
  const { subtle } = crypto;
  const pair = await subtle.generateKey(
    { ...algorithm, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
    false,
    ['encrypt', 'decrypt'],
  );
  const { n = '', e = '' } = await subtle.exportKey('jwk', pair.publicKey);
  return {
    publicKey: { kty: 'RSA', n, e },
    decrypt: async (encrypted) => {
      const plain = await subtle.decrypt(algorithm, pair.privateKey, bytesOf(encrypted));
      return JSON.parse(new TextDecoder().decode(plain)) as unknown;
    },
  };
}

/** The digits of a PIN as base64, readable for the holder of the private key only. */
export async function encryptPin(pin: string, publicKey: CardPublicKey): Promise<string> {
  const key = await crypto.subtle.importKey('jwk', { ...publicKey }, algorithm, false, ['encrypt']);
  const bytes = new Uint8Array(await crypto.subtle.encrypt(algorithm, key, new TextEncoder().encode(pin)));
  return btoa(String.fromCharCode(...bytes));
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

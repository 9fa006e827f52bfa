import { describe, expect, it } from 'vitest';
import { createRevealKey, encryptPin } from './card-crypto.ts';

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

describe('what the processor encrypts to the browser', () => {
  it('is read by the key that was made for it, and by no other', async () => {
    const [own, other] = [await createRevealKey(), await createRevealKey()];
    const key = await crypto.subtle.importKey(
      'jwk',
      { ...own.publicKey },
      { name: 'RSA-OAEP', hash: 'SHA-256' },
      false,
      ['encrypt'],
    );
    const secret = { number: '4000001234564417', cvc: '123', expiryMonth: 8, expiryYear: 2029 };
    const bytes = await crypto.subtle.encrypt('RSA-OAEP', key, new TextEncoder().encode(JSON.stringify(secret)));
    const encrypted = btoa(String.fromCharCode(...new Uint8Array(bytes)));
    expect(await own.decrypt(encrypted)).toEqual(secret);
    await expect(other.decrypt(encrypted)).rejects.toMatchObject({ name: 'OperationError' });
  });
});

it('a new PIN is readable for the processor only', async () => {
  const pair = await crypto.subtle.generateKey(
    { name: 'RSA-OAEP', hash: 'SHA-256', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ['encrypt', 'decrypt'],
  );
  const { n = '', e = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey);
  const encrypted = await encryptPin('4821', { kty: 'RSA', n, e });
  expect(encrypted).toMatch(/^[A-Za-z0-9+/]{342,684}={0,2}$/);
  const plain = await crypto.subtle.decrypt('RSA-OAEP', pair.privateKey, bytesOf(encrypted));
  expect(new TextDecoder().decode(plain)).toBe('4821');
});

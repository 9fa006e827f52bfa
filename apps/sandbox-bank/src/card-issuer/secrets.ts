import {
  constants,
  createPublicKey,
  generateKeyPair,
  type JsonWebKey,
  type KeyObject,
  privateDecrypt,
  publicEncrypt,
  randomUUID,
} from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { Bank } from '../bank.ts';
import type { IssuedCard } from './card.ts';

const oaep = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' } as const;

const PublicKey = z.object({
  kty: z.literal('RSA'),
  n: z.string().regex(/^[\w-]{342,684}$/),
  e: z.string().regex(/^[\w-]{1,8}$/),
});

export const RevealRequest = z.object({ what: z.enum(['details', 'pin']), publicKey: PublicKey });

/** Base64 of a JSON text that only the holder of the private key can read. Undefined if the key is unusable. */
export function reveal(card: IssuedCard, { what, publicKey }: z.infer<typeof RevealRequest>): string | undefined {
  const { number, cvc, expiryMonth, expiryYear, pin } = card;
  const text = JSON.stringify(what === 'pin' ? { pin } : { number, cvc, expiryMonth, expiryYear });
  try {
    const key = createPublicKey({ key: publicKey, format: 'jwk' });
    return publicEncrypt({ key, ...oaep }, Buffer.from(text)).toString('base64');
  } catch {
    return undefined;
  }
}

type PinKey = Readonly<{ keyId: string; publicKey: Pick<JsonWebKey, 'kty' | 'n' | 'e'>; privateKey: KeyObject }>;

let pinKey: Promise<PinKey> | undefined;

/** A key that a restart replaces: a PIN that was encrypted to the earlier one is refused, and its change repeated. */
export function currentPinKey(): Promise<PinKey> {
  pinKey ??= promisify(generateKeyPair)('rsa', { modulusLength: 2048 }).then(({ publicKey, privateKey }) => {
    const { kty, n, e } = publicKey.export({ format: 'jwk' }) as Record<'kty' | 'n' | 'e', string>;
    return { keyId: randomUUID(), publicKey: { kty, n, e }, privateKey };
  });
  return pinKey;
}

export const PinChange = z.object({ keyId: z.string().max(60), encryptedPin: z.base64().max(1000) });

export async function decryptPin({ keyId, encryptedPin }: z.infer<typeof PinChange>): Promise<string | undefined> {
  const current = await currentPinKey();
  if (current.keyId !== keyId) return undefined;
  try {
    const pin = privateDecrypt({ key: current.privateKey, ...oaep }, Buffer.from(encryptedPin, 'base64')).toString();
    return /^\d{4}$/.test(pin) ? pin : undefined;
  } catch {
    return undefined;
  }
}

export const changePin = (bank: Bank, { cardId }: IssuedCard, pin: string): void =>
  bank.store.run('update ci_card set pin = ?, wrong_pins = 0 where card_id = ?', pin, cardId);

const mostWrongPins = 3;

/** Counts wrong entries in a row; after three of them the right one is refused too, until the PIN is changed. */
export function isRightPin(bank: Bank, card: IssuedCard, pin: string): boolean {
  const isRight = card.wrongPins < mostWrongPins && card.pin === pin;
  bank.store.run(
    'update ci_card set wrong_pins = ? where card_id = ?',
    isRight ? 0 : Math.min(card.wrongPins + 1, mostWrongPins),
    card.cardId,
  );
  return isRight;
}

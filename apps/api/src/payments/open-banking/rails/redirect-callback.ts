import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { validate } from 'uuid';

export type RedirectSecrets = Readonly<{ state: string; nonce: string; verifier: string; challenge: string }>;

/** Derived from our key and the payment id, so that any of our processes can verify it without storage. */
export function deriveRedirectSecrets(secret: Buffer, uid: string): RedirectSecrets {
  const derive = (what: string): string => createHmac('sha256', secret).update(`${what} of ${uid}`).digest('base64url');
  const verifier = derive('verifier');
  return {
    state: `${uid}.${derive('state')}`,
    nonce: derive('nonce'),
    verifier,
    challenge: createHash('sha256').update(verifier).digest('base64url'),
  };
}

export function paymentIdFromState(secret: Buffer, state: string): string | undefined {
  const [uid = ''] = state.split('.');
  if (!validate(uid)) return undefined;
  const [own, given] = [Buffer.from(deriveRedirectSecrets(secret, uid).state), Buffer.from(state)];
  return own.length === given.length && timingSafeEqual(own, given) ? uid : undefined;
}

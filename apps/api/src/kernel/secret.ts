import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** A secret of 256 bits; only its digest is ever stored. */
export const newSecret = (): string => randomBytes(32).toString('base64url');
export const digest = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Whether this secret was given out under this digest, told in the same time whatever the answer. */
export const isSecretOf = (secret: string | undefined, stored: Buffer | null): boolean =>
  secret !== undefined && stored !== null && timingSafeEqual(digest(secret), stored);

/**
 * The half of a browser's session that its scripts see. It follows from the cookie, so that a second window gets the
 * same one, and the cookie does not follow from it.
 */
export const headerHalf = (cookie: string): string =>
  createHmac('sha256', cookie).update('larkmere authorization header').digest('base64url');

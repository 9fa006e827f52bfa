import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export const generateToken = (): string => randomBytes(32).toString('base64url');
export const hashToken = (secret: string): Buffer => createHash('sha256').update(secret).digest();

export const verifyToken = (secret: string | undefined, stored: Buffer | null): boolean =>
  secret !== undefined && stored !== null && timingSafeEqual(hashToken(secret), stored);

/**
 * The session token that scripts see. It is derived from the cookie, so that a second window gets the same one; the
 * cookie cannot be derived from it.
 */
export const deriveHeaderToken = (cookie: string): string =>
  createHmac('sha256', cookie).update('larkmere authorization header').digest('base64url');

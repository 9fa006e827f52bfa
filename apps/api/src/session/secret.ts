import { createHash, createHmac, randomBytes } from 'node:crypto';

/** A session lives this long without a sign of the customer, and this long in all (design: 5 minutes and 12 hours). */
export const idleSeconds = 300;
export const absoluteSeconds = 12 * 3600;

/** A secret of 256 bits; only its digest is ever stored. */
export const newSecret = (): string => randomBytes(32).toString('base64url');
export const digest = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/**
 * The half of a browser's session that its scripts see. It follows from the cookie, so that a second window gets the
 * same one, and the cookie does not follow from it.
 */
export const headerHalf = (cookie: string): string =>
  createHmac('sha256', cookie).update('larkmere authorization header').digest('base64url');

import { createHmac } from 'node:crypto';
import { hashSecret, verifySecret } from '../../platform/security/password-hash.ts';

/** Kept outside the database: without it, a stolen table reveals all 10,000 PINs within a minute. */
export type Pepper = Readonly<{ version: number; key: string }>;

const applyPepper = ({ key }: Pepper, userId: string, pin: string): Buffer =>
  createHmac('sha256', key).update(`${userId}:${pin}`).digest();

export const hashPin = (pepper: Pepper, userId: string, pin: string): Promise<string> =>
  hashSecret(applyPepper(pepper, userId, pin));
export const verifyPinHash = (pepper: Pepper, userId: string, pin: string, hash: string): Promise<boolean> =>
  verifySecret(applyPepper(pepper, userId, pin), hash);

import { createHmac } from 'node:crypto';
import { hashSecret, verifySecret } from '../kernel/argon.ts';

/** Kept outside the database: without it, a stolen table reveals all 10,000 PINs within a minute. */
export type Pepper = Readonly<{ version: number; key: string }>;

const peppered = ({ key }: Pepper, personId: string, pin: string): Buffer =>
  createHmac('sha256', key).update(`${personId}:${pin}`).digest();

export const hashPin = (pepper: Pepper, personId: string, pin: string): Promise<string> =>
  hashSecret(peppered(pepper, personId, pin));
export const isPin = (pepper: Pepper, personId: string, pin: string, hash: string): Promise<boolean> =>
  verifySecret(peppered(pepper, personId, pin), hash);

import { createHmac } from 'node:crypto';
import { hashSecret, verifySecret } from '../kernel/argon.ts';

/** Ten thousand PINs are guessed in a minute from a stolen table; without the pepper, which lies outside the database, in none. */
export type Pepper = Readonly<{ version: number; key: string }>;

const peppered = ({ key }: Pepper, personId: string, pin: string): Buffer =>
  createHmac('sha256', key).update(`${personId}:${pin}`).digest();

export const hashPin = (pepper: Pepper, personId: string, pin: string): Promise<string> =>
  hashSecret(peppered(pepper, personId, pin));
export const isPin = (pepper: Pepper, personId: string, pin: string, hash: string): Promise<boolean> =>
  verifySecret(peppered(pepper, personId, pin), hash);

import { createHmac, randomInt } from 'node:crypto';
import type { Tx } from '../../platform/db/db.ts';
import { replaceRecoveryCodes } from './second-factor.sql.ts';

const count = 10;
const half = 5;
/** Without 0, 1, I and O, which look alike on paper. */
const characters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

const randomText = (): string => Array.from({ length: half }, () => characters[randomInt(characters.length)]).join('');

/** The hash is keyed: who reads the table cannot try all codes. */
export const hashRecoveryCode = (key: Buffer, userId: string, code: string): Buffer =>
  createHmac('sha256', key)
    .update(`${userId}:${code.toUpperCase().replace('-', '')}`)
    .digest();

/** Ten new codes in place of all old ones. They are not stored, so only the caller can show them. */
export async function createRecoveryCodes(tx: Tx, key: Buffer, userId: string): Promise<string[]> {
  const codes = Array.from({ length: count }, () => `${randomText()}-${randomText()}`);
  await replaceRecoveryCodes(
    tx,
    userId,
    codes.map((code) => hashRecoveryCode(key, userId, code)),
  );
  return codes;
}

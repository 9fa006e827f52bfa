import { message } from '@larkmere/messages/message';
import { Refusal } from '../../platform/requests/refusal.ts';
import { type Pepper, verifyPinHash } from './pepper.ts';
import type { PinRow } from './pin.sql.ts';

/**
 * Refuses `pin_weak` for one of the last three. Call it once the person has proven who they are: the answer tells what
 * the PIN is.
 */
export async function requireUnusedPin(
  pepper: Pepper,
  { userId, pin }: Readonly<{ userId: string; pin: string }>,
  known: Pick<PinRow, 'hash' | 'pastHashes'>,
): Promise<void> {
  for (const hash of [known.hash, ...known.pastHashes])
    if (await verifyPinHash(pepper, userId, pin, hash))
      throw new Refusal('pin_weak', { reason: message('pin_used_lately') });
}

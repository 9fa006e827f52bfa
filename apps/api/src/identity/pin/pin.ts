/**
 * The PIN with which a person confirms what moves money or changes rights.
 * A right PIN gives a one-time authorisation for exactly one operation, which that operation redeems.
 * Five wrong tries lock it; a new PIN takes a proof besides the password.
 */

import { createHash } from 'node:crypto';
import type { Purpose } from '@larkmere/contract/purpose';
import { type Currency, readAmount } from '@larkmere/money/money';
import type { Tx } from '../../platform/db/db.ts';
import { defineEvent, emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, StaffCtx } from '../../platform/requests/verb.ts';
import { exhaustAttempts, redeemAuthorisation, voidAuthorisations } from './pin.sql.ts';

export { coolingLimit } from './pin.settings.ts';
export { voidAuthorisations, voidCodes as voidPinCodes } from './pin.sql.ts';
export { derivePinCode, derivePinCodeKey, type PinFactors, pinCodeRequested } from './pin-proof.ts';
export { coolingHours, getCoolingLimit } from './reset-cooldown.ts';

export const pinLocked = defineEvent<PinLocked>('pin.locked');
export type PinLocked = Readonly<{ userId: string; at: string }>;

/** Staff started the reset; the person chooses the PIN. */
export const pinResetByStaff = defineEvent<PinResetByStaff>('pin.reset_by_staff');
export type PinResetByStaff = Readonly<{ userId: string; at: string }>;

/** Failed attempts over all sessions and devices together (SCA-RTS, article 4). */
export const maxFailures = 5;
export const authorisationSeconds = 300;

type Member = Pick<CustomerCtx['actor'], 'userId' | 'customerId'>;

/**
 * One digest over the whole operation, so that any changed field invalidates the authorisation (dynamic linking). A PIN
 * entered for one customer authorises nothing for another.
 */
export function purposeDigest(input: Purpose, { userId, customerId }: Member): Buffer {
  // As JSON has it: without what is undefined.
  const purpose = JSON.parse(JSON.stringify(input)) as Purpose;
  const exact = (currency: Currency, text: string): string => String(readAmount(currency, text)?.minor ?? text);
  const amounts = {
    ...('amount' in purpose ? { amount: exact(purpose.currency, purpose.amount) } : {}),
    ...('fee' in purpose ? { fee: exact(purpose.currency, purpose.fee) } : {}),
    ...('buyAmount' in purpose ? { buyAmount: exact(purpose.buyCurrency, purpose.buyAmount) } : {}),
  };
  const parts = Object.entries({ ...purpose, ...amounts }).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([userId, customerId, parts]))
    .digest();
}

type PinHolder = Pick<CustomerCtx, 'tx'> &
  Readonly<{ actor: Pick<CustomerCtx['actor'], 'userId' | 'customerId' | 'sessionId'> }>;

/**
 * Redeems the PIN authorisation for exactly this operation, in its transaction. Refuses with `authorisation_invalid`
 * if it is for another operation or session, expired or used.
 */
export async function requirePinAuthorisation(
  { tx, actor }: PinHolder,
  authorisation: string,
  purpose: Purpose,
): Promise<void> {
  const redeemed = await redeemAuthorisation(tx, {
    token: authorisation,
    userId: actor.userId,
    sessionId: actor.sessionId,
    purpose: purposeDigest(purpose, actor),
  });
  if (!redeemed) throw new Refusal('authorisation_invalid');
}

/** Refuses with `pin_not_resettable` if none was chosen yet. */
export async function startPinReset(ctx: StaffCtx, userId: string, reason: string): Promise<void> {
  if (!(await lockPin(ctx.tx, userId))) throw new Refusal('pin_not_resettable');
  await audit(ctx, 'pin.reset_by_staff', `person:${userId}`, { reason });
  await emit(ctx, pinResetByStaff, { userId, at: ctx.now.toISOString() });
}

/**
 * The next use asks for a new PIN, with the password and under the limits of a reset. False if none was chosen yet: the
 * first one is chosen at its first use anyway.
 */
export async function lockPin(tx: Tx, userId: string): Promise<boolean> {
  await voidAuthorisations(tx, userId);
  return exhaustAttempts(tx, userId, maxFailures);
}

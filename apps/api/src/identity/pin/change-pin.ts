import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Workflow } from '../../platform/requests/verb.ts';
import { confirmPassword, endOtherSessions } from '../session/session.ts';
import { hashPin, type Pepper, verifyPinHash } from './pepper.ts';
import { selectBirthday } from './pin.read.ts';
import { clearFailures, findPin, insertPin, type PinRow, savePin, voidAuthorisations } from './pin.sql.ts';
import { isFirstPinFree, type PinFactors, verifyPinProof } from './pin-proof.ts';
import { checkPin, recordPinAttempt } from './verify-pin.ts';
import { requireStrongPin } from './weak-pin.ts';

/** Refuses with `pin_exists`, `pin_weak`, `pin_mismatch`, and after a reset of the password with what a proof refuses. */
export const createPin =
  (pepper: Pepper, factors: PinFactors): Workflow<typeof contract.pin.create> =>
  async (steps, { pincode, confirmation, ...proof }) => {
    const { userId } = steps.actor;
    requireStrongPin(pincode, confirmation, await steps.transaction(({ tx }) => selectBirthday(tx, userId)));
    const isFree = await steps.transaction(({ tx }) => isFirstPinFree(tx, userId));
    const useProof = isFree ? async () => true : await verifyPinProof(steps, pepper, factors, proof);
    const hash = await hashPin(pepper, userId, pincode);
    await steps.transaction(async (ctx) => {
      if (!(await insertPin(ctx.tx, userId, hash, pepper.version))) throw new Refusal('pin_exists');
      if (!(await useProof(ctx))) throw new Refusal('pin_proof_wrong');
      await recordPinAttempt(ctx, 'create-pin', 'success');
      await audit(ctx, 'pin.created', `person:${userId}`);
    });
    return null;
  };

export const updatePin =
  (pepper: Pepper): Workflow<typeof contract.pin.update> =>
  async (steps, { current, pincode, confirmation }) => {
    const { userId } = steps.actor;
    requireStrongPin(pincode, confirmation, await steps.transaction(({ tx }) => selectBirthday(tx, userId)));
    const known = await checkPin(steps, pepper, { pin: current, action: 'update-pin' }, async (_, row) => row);
    await requireUnusedPin(pepper, { userId, pin: pincode }, known);
    const hash = await hashPin(pepper, userId, pincode);
    await steps.transaction(async (ctx) => {
      if (!(await clearFailures(ctx.tx, userId, known.hash))) throw new Refusal('pin_wrong');
      await savePin(ctx.tx, userId, hash, pepper.version, false);
      await voidAuthorisations(ctx.tx, userId);
      await endOtherSessions(ctx, 'pin_changed');
      await audit(ctx, 'pin.changed', `person:${userId}`);
    });
    return null;
  };

export const resetPin =
  (pepper: Pepper, factors: PinFactors): Workflow<typeof contract.pin.reset> =>
  async (steps, { password, pincode, confirmation, ...proof }) => {
    const { userId } = steps.actor;
    requireStrongPin(pincode, confirmation, await steps.transaction(({ tx }) => selectBirthday(tx, userId)));
    await confirmPassword(steps, password);
    const useProof = await verifyPinProof(steps, pepper, factors, proof);
    const known = await steps.transaction(({ tx }) => findPin(tx, userId));
    if (known) await requireUnusedPin(pepper, { userId, pin: pincode }, known);
    const hash = await hashPin(pepper, userId, pincode);
    await steps.transaction(async (ctx) => {
      if (!(await useProof(ctx))) throw new Refusal('pin_proof_wrong');
      await savePin(ctx.tx, userId, hash, pepper.version, true);
      await voidAuthorisations(ctx.tx, userId);
      await endOtherSessions(ctx, 'pin_changed');
      await recordPinAttempt(ctx, 'reset-pin', 'success');
      await audit(ctx, 'pin.reset', `person:${userId}`);
    });
    return null;
  };

/**
 * Refuses `pin_weak` for one of the last three. Call it once the person has proven who they are: the answer tells what
 * the PIN is.
 */
async function requireUnusedPin(
  pepper: Pepper,
  { userId, pin }: Readonly<{ userId: string; pin: string }>,
  known: Pick<PinRow, 'hash' | 'pastHashes'>,
): Promise<void> {
  for (const hash of [known.hash, ...known.pastHashes])
    if (await verifyPinHash(pepper, userId, pin, hash))
      throw new Refusal('pin_weak', { reason: message('pin_used_lately') });
}

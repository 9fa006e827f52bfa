import type { contract } from '@larkmere/contract/contract';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Workflow } from '../../platform/requests/verb.ts';
import { recordPinAttempt } from './check-pin.ts';
import { hashPin, type Pepper } from './pepper.ts';
import { selectBirthday } from './pin.read.ts';
import { insertPin } from './pin.sql.ts';
import type { PinFactors } from './pin.ts';
import { isFirstPinFree, verifyPinProof } from './pin-proof.ts';
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

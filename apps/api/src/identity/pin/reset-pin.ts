import type { contract } from '@larkmere/contract/contract';
import { formatAmount } from '@larkmere/money/money';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb, Workflow } from '../../platform/requests/verb.ts';
import { findProofChannel } from '../channel/channel.ts';
import { confirmPassword, endOtherSessions } from '../session/session.ts';
import { recordPinAttempt } from './check-pin.ts';
import { requireUnusedPin } from './past-pins.ts';
import { hashPin, type Pepper } from './pepper.ts';
import { selectBirthday } from './pin.read.ts';
import { findPin, savePin, voidAuthorisations } from './pin.sql.ts';
import type { PinFactors } from './pin.ts';
import { findRequiredProof, verifyPinProof } from './pin-proof.ts';
import { coolingHours, getCoolingLimit } from './reset-cooldown.ts';
import { requireStrongPin } from './weak-pin.ts';

const requirements = { none: 'password', factor: 'password_and_factor', code: 'password_and_code' } as const;

export const showResetState =
  (factors: PinFactors): Verb<typeof contract.pin.resetState> =>
  async (ctx) => {
    const { kind, methods } = await findRequiredProof(ctx, factors);
    const target = kind === 'code' ? await findProofChannel(ctx.tx, ctx.actor.userId) : undefined;
    return {
      allowed: kind !== 'code' || target !== undefined,
      requires: requirements[kind],
      methods: [...methods],
      sentTo: target?.shown ?? null,
      coolingHours,
      coolingLimit: formatAmount(await getCoolingLimit(ctx.tx, 'GBP')),
    };
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

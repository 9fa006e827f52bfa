import type { contract } from '@larkmere/contract/contract';
import { formatAmount } from '@larkmere/money/money';
import { audit } from '../../platform/requests/audit.ts';
import type { Verb, Workflow } from '../../platform/requests/verb.ts';
import { confirmPassword, endOtherSessions } from '../session/session.ts';
import { recordPinAttempt } from './check-pin.ts';
import { requireUnusedPin } from './past-pins.ts';
import { hashPin, type Pepper } from './pepper.ts';
import { selectBirthday } from './pin.read.ts';
import { findPin, savePin, voidAuthorisations } from './pin.sql.ts';
import { coolingHours, getCoolingLimit } from './reset-cooldown.ts';
import { requireStrongPin } from './weak-pin.ts';

export const showResetState: Verb<typeof contract.pin.resetState> = async ({ tx }) => ({
  allowed: true,
  requires: 'password',
  coolingHours,
  coolingLimit: formatAmount(await getCoolingLimit(tx, 'GBP')),
});

export const resetPin =
  (pepper: Pepper): Workflow<typeof contract.pin.reset> =>
  async (steps, { password, pincode, confirmation }) => {
    const { userId } = steps.actor;
    requireStrongPin(pincode, confirmation, await steps.transaction(({ tx }) => selectBirthday(tx, userId)));
    await confirmPassword(steps, password);
    const known = await steps.transaction(({ tx }) => findPin(tx, userId));
    if (known) await requireUnusedPin(pepper, { userId, pin: pincode }, known);
    const hash = await hashPin(pepper, userId, pincode);
    await steps.transaction(async (ctx) => {
      await savePin(ctx.tx, userId, hash, pepper.version, true);
      await voidAuthorisations(ctx.tx, userId);
      await endOtherSessions(ctx, 'pin_changed');
      await recordPinAttempt(ctx, 'reset-pin', 'success');
      await audit(ctx, 'pin.reset', `person:${userId}`);
    });
    return null;
  };

import type { contract } from '@larkmere/contract/contract';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Workflow } from '../../platform/requests/verb.ts';
import { endOtherSessions } from '../session/session.ts';
import { checkPin } from './check-pin.ts';
import { requireUnusedPin } from './past-pins.ts';
import { hashPin, type Pepper } from './pepper.ts';
import { selectBirthday } from './pin.read.ts';
import { clearFailures, savePin, voidAuthorisations } from './pin.sql.ts';
import { requireStrongPin } from './weak-pin.ts';

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

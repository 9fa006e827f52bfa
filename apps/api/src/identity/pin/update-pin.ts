import type { contract } from '@larkmere/contract/contract';
import { audit } from '../../platform/requests/audit.ts';
import type { Workflow } from '../../platform/requests/verb.ts';
import { endOtherSessions } from '../session/session.ts';
import { checkPin } from './check-pin.ts';
import { hashPin, type Pepper } from './pepper.ts';
import { selectBirthday } from './pin.read.ts';
import { savePin, voidAuthorisations } from './pin.sql.ts';
import { requireStrongPin } from './weak-pin.ts';

export const updatePin =
  (pepper: Pepper): Workflow<typeof contract.pin.update> =>
  async (steps, { current, pincode, confirmation }) => {
    const { userId } = steps.actor;
    requireStrongPin(pincode, confirmation, await steps.transaction(({ tx }) => selectBirthday(tx, userId)));
    const hash = await hashPin(pepper, userId, pincode);
    await checkPin(steps, pepper, { pin: current, action: 'update-pin' }, async (ctx) => {
      await savePin(ctx.tx, userId, hash, pepper.version, false);
      await voidAuthorisations(ctx.tx, userId);
      await endOtherSessions(ctx, 'pin_changed');
      await audit(ctx, 'pin.changed', `person:${userId}`);
    });
    return null;
  };

import type { contract } from '@larkmere/contract/contract';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Workflow } from '../../platform/requests/verb.ts';
import { recordPinAttempt } from './check-pin.ts';
import { hashPin, type Pepper } from './pepper.ts';
import { selectBirthday } from './pin.read.ts';
import { insertPin } from './pin.sql.ts';
import { requireStrongPin } from './weak-pin.ts';

export const createPin =
  (pepper: Pepper): Workflow<typeof contract.pin.create> =>
  async (steps, { pincode, confirmation }) => {
    const { userId } = steps.actor;
    requireStrongPin(pincode, confirmation, await steps.transaction(({ tx }) => selectBirthday(tx, userId)));
    const hash = await hashPin(pepper, userId, pincode);
    await steps.transaction(async (ctx) => {
      if (!(await insertPin(ctx.tx, userId, hash, pepper.version))) throw new Refusal('pin_exists');
      await recordPinAttempt(ctx, 'create-pin', 'success');
      await audit(ctx, 'pin.created', `person:${userId}`);
    });
    return null;
  };

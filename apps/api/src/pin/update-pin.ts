import type { contract } from '@larkmere/contract/contract';
import { audit } from '../kernel/audit.ts';
import type { Procedure } from '../kernel/verb.ts';
import { endOtherSessions } from '../session/session.ts';
import { hashPin, type Pepper } from './pepper.ts';
import { birthdayOf } from './pin.read.ts';
import { changePin, voidApprovals } from './pin.sql.ts';
import { tryPin } from './try-pin.ts';
import { requireGoodPin } from './weak-pin.ts';

export const updatePin =
  (pepper: Pepper): Procedure<typeof contract.pin.update> =>
  async (steps, { current, pincode, confirmation }) => {
    const { personId } = steps.actor;
    requireGoodPin(pincode, confirmation, await steps.transaction(({ tx }) => birthdayOf(tx, personId)));
    const hash = await hashPin(pepper, personId, pincode);
    await tryPin(steps, pepper, current, 'update-pin', async (ctx) => {
      await changePin(ctx.tx, personId, hash, pepper.version, false);
      await voidApprovals(ctx.tx, personId);
      await endOtherSessions(ctx, 'pin_changed');
      await audit(ctx, 'pin.changed', `person:${personId}`);
    });
    return null;
  };

import type { contract } from '@larkmere/contract/contract';
import { audit } from '../kernel/audit.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Procedure } from '../kernel/verb.ts';
import { hashPin, type Pepper } from './pepper.ts';
import { birthdayOf } from './pin.read.ts';
import { insertPin } from './pin.sql.ts';
import { record } from './try-pin.ts';
import { requireGoodPin } from './weak-pin.ts';

export const createPin =
  (pepper: Pepper): Procedure<typeof contract.pin.create> =>
  async (steps, { pincode, confirmation }) => {
    const { personId } = steps.actor;
    requireGoodPin(pincode, confirmation, await steps.transaction(({ tx }) => birthdayOf(tx, personId)));
    const hash = await hashPin(pepper, personId, pincode);
    await steps.transaction(async (ctx) => {
      if (!(await insertPin(ctx.tx, personId, hash, pepper.version))) throw new Refusal('pin_exists');
      await record(ctx, 'create-pin', 'success');
      await audit(ctx, 'pin.created', `person:${personId}`);
    });
    return null;
  };

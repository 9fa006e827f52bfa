import type { contract } from '@larkmere/contract/contract';
import { formatAmount } from '@larkmere/money/money';
import { audit } from '../kernel/audit.ts';
import type { Procedure, Verb } from '../kernel/verb.ts';
import { confirmPassword, endOtherSessions } from '../session/session.ts';
import { coolingHours, coolingLimitOf } from './cooling.ts';
import { hashPin, type Pepper } from './pepper.ts';
import { birthdayOf } from './pin.read.ts';
import { changePin, voidApprovals } from './pin.sql.ts';

import { record } from './try-pin.ts';
import { requireGoodPin } from './weak-pin.ts';

export const showReset: Verb<typeof contract.pin.resetState> = async ({ tx }) => ({
  allowed: true,
  asksFor: 'password',
  coolingHours,
  coolingLimit: formatAmount(await coolingLimitOf(tx, 'GBP')),
});

export const resetPin =
  (pepper: Pepper): Procedure<typeof contract.pin.reset> =>
  async (steps, { password, pincode, confirmation }) => {
    const { personId } = steps.actor;
    requireGoodPin(pincode, confirmation, await steps.transaction(({ tx }) => birthdayOf(tx, personId)));
    await confirmPassword(steps, password);
    const hash = await hashPin(pepper, personId, pincode);
    await steps.transaction(async (ctx) => {
      await changePin(ctx.tx, personId, hash, pepper.version, true);
      await voidApprovals(ctx.tx, personId);
      await endOtherSessions(ctx, 'pin_changed');
      await record(ctx, 'reset-pin', 'success');
      await audit(ctx, 'pin.reset', `person:${personId}`);
    });
    return null;
  };

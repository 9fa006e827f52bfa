import type { contract } from '@larkmere/contract/contract';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Workflow } from '../../platform/requests/verb.ts';
import { describeDevice } from '../device/device.ts';
import { requirePinAuthorisation } from '../pin/pin.ts';
import { recoveryCodesReplaced } from './factor-events.ts';
import type { FactorSettings } from './factor-settings.ts';
import { createRecoveryCodes } from './recovery-codes.ts';
import { findMethods, lockFactors } from './second-factor.sql.ts';

/**
 * Not idempotent: a stored reply would store the codes. Refuses with `second_factor_missing` or `authorisation_invalid`.
 */
export const makeRecoveryCodes =
  ({ recoveryKey }: FactorSettings): Workflow<typeof contract.secondFactor.makeRecoveryCodes> =>
  async ({ actor: { userId }, caller, transaction }, { authorisation, idempotency }) =>
    transaction(async (ctx) => {
      await lockFactors(ctx.tx, userId);
      if ((await findMethods(ctx.tx, userId)).length === 0) throw new Refusal('second_factor_missing');
      await requirePinAuthorisation(ctx, authorisation, {
        operation: 'second-factor.make-recovery-codes',
        paymentIdempotency: idempotency,
      });
      const codes = await createRecoveryCodes(ctx.tx, recoveryKey, userId);
      await audit(ctx, 'second_factor.recovery_codes_made', `person:${userId}`);
      await emit(ctx, recoveryCodesReplaced, {
        userId,
        at: ctx.now.toISOString(),
        device: describeDevice(caller.userAgent),
      });
      return { codes };
    });

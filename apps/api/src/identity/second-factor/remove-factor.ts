import type { contract } from '@larkmere/contract/contract';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Workflow } from '../../platform/requests/verb.ts';
import { describeDevice } from '../device/device.ts';
import { requirePinAuthorisation } from '../pin/pin.ts';
import { factorRemoved } from './factor-events.ts';
import { deleteFactor, deleteRecoveryCodes, findMethods, lockFactors } from './second-factor.sql.ts';

/**
 * The last factor goes with itself or a recovery code, because there is no other that could confirm it. Refuses with
 * `not_found` or `authorisation_invalid`.
 */
export const removeFactor: Workflow<typeof contract.secondFactor.remove> = async (
  { actor: { userId }, caller, transaction },
  { uid, authorisation, idempotency },
) =>
  transaction(async (ctx) => {
    await lockFactors(ctx.tx, userId);
    if (!(await deleteFactor(ctx.tx, { id: uid, userId }))) throw new Refusal('not_found');
    await requirePinAuthorisation(ctx, authorisation, {
      operation: 'second-factor.remove',
      uid,
      paymentIdempotency: idempotency,
    });
    const isLast = (await findMethods(ctx.tx, userId)).length === 0;
    if (isLast) await deleteRecoveryCodes(ctx.tx, userId);
    await audit(ctx, 'second_factor.removed', `person:${userId}`, { id: uid, isLast });
    const device = describeDevice(caller.userAgent);
    await emit(ctx, factorRemoved, { userId, at: ctx.now.toISOString(), device, isLast });
    return null;
  });

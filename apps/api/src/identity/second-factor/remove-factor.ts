import type { contract } from '@larkmere/contract/contract';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, Verb, Workflow } from '../../platform/requests/verb.ts';
import { toPasskeyView, updatePasskeyName } from '../../platform/security/passkey-store.ts';
import { describeDevice } from '../device/device.ts';
import { requirePinAuthorisation, voidAuthorisations } from '../pin/pin.ts';
import { endEverySession } from '../session/session.ts';
import { factorRemoved } from './factor-settings.ts';
import {
  deleteAllFactors,
  deleteFactor,
  deleteRecoveryCodes,
  findMethods,
  lockFactors,
  passkeyOwner,
} from './second-factor.sql.ts';

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

/**
 * Of a person who lost them: passkeys, the app and recovery codes, sessions and the trust of every device. Password and
 * PIN stay.
 */
export async function removeAllFactors(ctx: Ctx, userId: string): Promise<void> {
  await lockFactors(ctx.tx, userId);
  await deleteAllFactors(ctx.tx, userId);
  await voidAuthorisations(ctx.tx, userId);
  await endEverySession(ctx.tx, userId, 'factor_reset');
  await audit(ctx, 'second_factor.all_removed', `person:${userId}`);
}

/** Refuses with `not_found`. */
export const renamePasskey: Verb<typeof contract.secondFactor.renamePasskey> = async (
  { tx, actor: { userId } },
  { uid: id, name },
) => {
  const renamed = await updatePasskeyName(tx, passkeyOwner(userId), { id, name });
  if (!renamed) throw new Refusal('not_found');
  return toPasskeyView(renamed);
};

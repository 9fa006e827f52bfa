import type { contract } from '@larkmere/contract/contract';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { confirmDevice, distrustDevice, trustDevice } from './device.sql.ts';
import type { DeviceEffects } from './device-effects.ts';

/** Refuses with `not_found` or `authorisation_invalid`. */
export const trustOwnDevice =
  ({ requirePinAuthorisation }: DeviceEffects): Verb<typeof contract.device.trust> =>
  async (ctx, { uid, authorisation, idempotency }) => {
    const trusted = await trustDevice(ctx.tx, { id: uid, userId: ctx.actor.userId });
    if (!trusted) throw new Refusal('not_found');
    await requirePinAuthorisation(ctx, authorisation, {
      operation: 'device.trust',
      uid,
      amount: '0',
      currency: 'GBP',
      paymentIdempotency: idempotency,
    });
    await audit(ctx, 'device.trusted', `device:${uid}`);
    return null;
  };

/** Needs no PIN: it only takes something away. Refuses with `not_found`. */
export const stopTrustingDevice: Verb<typeof contract.device.stopTrusting> = async (ctx, { uid }) => {
  const found = await distrustDevice(ctx.tx, { id: uid, userId: ctx.actor.userId });
  if (!found) throw new Refusal('not_found');
  await audit(ctx, 'device.trust_ended', `device:${uid}`);
  return null;
};

/**
 * "This was me". A device cannot say it of itself, because a thief would. Refuses with `not_found` or
 * `device_is_current`.
 */
export const confirmOwnDevice: Verb<typeof contract.device.confirm> = async (ctx, { uid }) => {
  const { userId, deviceId } = ctx.actor;
  if (uid === deviceId) throw new Refusal('device_is_current');
  if (!(await confirmDevice(ctx.tx, { id: uid, userId }))) throw new Refusal('not_found');
  await audit(ctx, 'device.confirmed', `device:${uid}`);
  return null;
};

import type { contract } from '@larkmere/contract/contract';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { confirmDevice } from './device.sql.ts';

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

import type { contract } from '@larkmere/contract/contract';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { deleteDevice, lockDevice } from './device.sql.ts';
import type { DeviceEffects } from './device-effects.ts';

/** Refuses with `not_found` or `device_is_current`. */
export const revokeDevice =
  (effects: DeviceEffects): Verb<typeof contract.device.revoke> =>
  async (ctx, { uid }) => {
    await removeDevice(ctx, effects, uid);
    await audit(ctx, 'device.revoked', `device:${uid}`);
    return null;
  };

/** Ends the sign-ins of another own device and forgets it, so its next sign-in is one on a new device. */
export async function removeDevice(ctx: CustomerCtx, effects: DeviceEffects, uid: string): Promise<void> {
  const { userId, deviceId } = ctx.actor;
  if (uid === deviceId) throw new Refusal('device_is_current');
  if (!(await lockDevice(ctx.tx, { id: uid, userId }))) throw new Refusal('not_found');
  await effects.endDeviceSessions(ctx.tx, uid, 'device_revoked');
  await deleteDevice(ctx.tx, uid);
}

import type { contract } from '@larkmere/contract/contract';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { selectDevices } from './device.read.ts';
import { deleteDevice, lockDevice, updateName } from './device.sql.ts';
import { deviceDisowned } from './device.ts';
import type { DeviceEffects } from './device-effects.ts';

export const listDevices =
  ({ sessionLimits }: DeviceEffects): Verb<typeof contract.device.list> =>
  async ({ tx, actor }) => {
    const devices = await selectDevices(tx, actor.userId, sessionLimits);
    return devices.map((device) => ({
      uid: device.id,
      name: device.name,
      platform: device.platform,
      browser: device.browser,
      firstSeen: device.firstSeen.toISOString(),
      lastSeen: device.lastSeen.toISOString(),
      lastCountry: device.lastCountry,
      current: device.id === actor.deviceId,
      trusted: device.isTrusted,
      isNew: !device.isConfirmed,
      openSessions: device.openSessions,
    }));
  };

/** Refuses with `not_found`. */
export const renameDevice: Verb<typeof contract.device.rename> = async (ctx, { uid, name }) => {
  const renamed = await updateName(ctx.tx, { id: uid, userId: ctx.actor.userId }, name);
  if (!renamed) throw new Refusal('not_found');
  await audit(ctx, 'device.renamed', `device:${uid}`);
  return null;
};

/**
 * "This was not me": another person knows the password, so it opens nothing until it is reset by e-mail, and only this
 * session goes on. Refuses with `not_found` or `device_is_current`.
 */
export const disownDevice =
  (effects: DeviceEffects): Verb<typeof contract.device.disown> =>
  async (ctx, { uid }) => {
    const { userId } = ctx.actor;
    await removeDevice(ctx, effects, uid);
    await effects.endOtherSessions(ctx, 'device_disowned');
    await effects.voidAuthorisations(ctx.tx, userId);
    await effects.requirePasswordReset(ctx.tx, userId);
    await audit(ctx, 'device.disowned', `device:${uid}`);
    await emit(ctx, deviceDisowned, { userId, at: ctx.now.toISOString() });
    return null;
  };

/** Refuses with `not_found` or `device_is_current`. */
export const revokeDevice =
  (effects: DeviceEffects): Verb<typeof contract.device.revoke> =>
  async (ctx, { uid }) => {
    await removeDevice(ctx, effects, uid);
    await audit(ctx, 'device.revoked', `device:${uid}`);
    return null;
  };

/** Ends the sign-ins of another own device and forgets it, so its next sign-in is one on a new device. */
async function removeDevice(ctx: CustomerCtx, effects: DeviceEffects, uid: string): Promise<void> {
  const { userId, deviceId } = ctx.actor;
  if (uid === deviceId) throw new Refusal('device_is_current');
  if (!(await lockDevice(ctx.tx, { id: uid, userId }))) throw new Refusal('not_found');
  await effects.endDeviceSessions(ctx.tx, uid, 'device_revoked');
  await deleteDevice(ctx.tx, uid);
}

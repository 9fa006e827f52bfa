import type { contract } from '@larkmere/contract/contract';
import type { Purpose } from '@larkmere/contract/purpose';
import type { Tx } from '../../platform/db/db.ts';
import { defineEvent, emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { confirmDevice, deleteDevice, distrustDevice, lockDevice, trustDevice, updateName } from './device.sql.ts';

/** What sessions, passwords and PINs do for devices. Their modules know devices, so app.ts passes this in. */
export type DeviceEffects = Readonly<{
  sessionLimits: Readonly<{ idleSeconds: number; absoluteSeconds: number }>;
  endDeviceSessions: (tx: Tx, deviceId: string, because: string) => Promise<void>;
  endOtherSessions: (ctx: CustomerCtx, because: string) => Promise<void>;
  requirePasswordReset: (tx: Tx, userId: string) => Promise<unknown>;
  voidAuthorisations: (tx: Tx, userId: string) => Promise<void>;
  requirePinAuthorisation: (ctx: CustomerCtx, authorisation: string, purpose: Purpose) => Promise<void>;
}>;

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

/** A person reported a sign-in that was not theirs. */
export const deviceDisowned = defineEvent<DeviceDisowned>('device.disowned');
type DeviceDisowned = Readonly<{ userId: string; at: string }>;

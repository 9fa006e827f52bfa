import type { Tx } from '../../platform/db/db.ts';
import { defineEvent, emit } from '../../platform/events/outbox.ts';
import type { Ctx, PublicActor } from '../../platform/requests/verb.ts';
import { generateToken, hashToken } from '../../platform/security/token.ts';
import { describeDevice, recogniseDevice } from './describe-device.ts';
import { hasSignedInBefore, isKnownSecret, selectIsTrusted } from './device.read.ts';
import { distrustAllExcept, upsertDevice } from './device.sql.ts';
import { findCountry } from './find-country.ts';

export { describeDevice } from './describe-device.ts';
export { trustDevice } from './device.sql.ts';

/** Of a person who has signed in before, on a device that they never used. */
export const newDeviceUsed = defineEvent<NewDeviceUsed>('device.new_device_used');
export type NewDeviceUsed = Readonly<{
  userId: string;
  deviceId: string;
  device: string;
  country: string | null;
  at: string;
}>;

/** A person reported a sign-in that was not theirs. */
export const deviceDisowned = defineEvent<DeviceDisowned>('device.disowned');
export type DeviceDisowned = Readonly<{ userId: string; at: string }>;

type SignIn = Readonly<{ userId: string; secret: string | undefined; ip: string; userAgent: string }>;

/**
 * The device of a sign-in that has succeeded, and the secret that it presents from now on. Secrets that we did not issue
 * are replaced, so nobody can choose the secret of another person's device. Call it before the session begins.
 */
export async function registerDevice(
  ctx: Ctx<PublicActor>,
  { userId, secret: presented, ip, userAgent }: SignIn,
): Promise<{ deviceId: string; secret: string }> {
  const { tx, now } = ctx;
  const secret = presented !== undefined && (await isKnownSecret(tx, presented)) ? presented : generateToken();
  const isFirst = !(await hasSignedInBefore(tx, userId));
  const [name, country] = [describeDevice(userAgent), findCountry(ip)];
  const kind = recogniseDevice(userAgent);
  const seen = { userId, secretHash: hashToken(secret), name, ...kind, country, isFirst };
  const { id: deviceId, isNew } = await upsertDevice(tx, seen);
  if (isNew && !isFirst) {
    const at = now.toISOString();
    await emit(ctx, newDeviceUsed, { userId, deviceId, device: name, country, at });
  }
  return { deviceId, secret };
}

/** Whether the secret that a sign-in presents is that of a device that this person trusts. */
export const isTrustedDevice = async (tx: Tx, userId: string, secret: string | undefined): Promise<boolean> =>
  secret !== undefined && (await selectIsTrusted(tx, userId, secret));

/** After a change of credentials: a device that was trusted under the old ones is not any more. Null keeps none. */
export const endTrust = (tx: Tx, userId: string, keep: string | null): Promise<void> =>
  distrustAllExcept(tx, userId, keep);

import type { contract } from '@larkmere/contract/contract';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { deviceDisowned } from './device.ts';
import type { DeviceEffects } from './device-effects.ts';
import { removeDevice } from './revoke-device.ts';

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

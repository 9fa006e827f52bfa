import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { selectDevices } from './device.read.ts';
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

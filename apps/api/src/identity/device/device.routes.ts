import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import {
  confirmOwnDevice,
  type DeviceEffects,
  disownDevice,
  renameDevice,
  revokeDevice,
  stopTrustingDevice,
  trustOwnDevice,
} from './change-device.ts';
import { listDevices } from './device.read.ts';

export function deviceRoutes(bind: Bind, effects: DeviceEffects): void {
  bind.verb(contract.device.list, listDevices(effects));
  bind.verb(contract.device.rename, renameDevice);
  bind.verb(contract.device.trust, trustOwnDevice(effects));
  bind.verb(contract.device.stopTrusting, stopTrustingDevice);
  bind.verb(contract.device.confirm, confirmOwnDevice);
  bind.verb(contract.device.revoke, revokeDevice(effects));
  bind.verb(contract.device.disown, disownDevice(effects));
}

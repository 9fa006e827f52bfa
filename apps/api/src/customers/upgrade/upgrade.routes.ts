import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { clearUpgrade, refuseUpgrade, requestUpgrade } from './request-upgrade.ts';
import { checkReadiness, showWorkQueue } from './upgrade.read.ts';

export function upgradeRoutes(bind: Bind): void {
  bind.verb(contract.upgrade.readiness, checkReadiness);
  bind.verb(contract.upgrade.request, requestUpgrade);
  bind.verb(contract.upgrade.workQueue, showWorkQueue);
  bind.verb(contract.upgrade.clear, clearUpgrade);
  bind.verb(contract.upgrade.refuse, refuseUpgrade);
}

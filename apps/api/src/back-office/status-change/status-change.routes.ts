import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { changeStatus, refuseStatus, showStatus } from './change-status.ts';

export function statusChangeRoutes(bind: Bind): void {
  bind.verb(contract.statusChange.show, showStatus);
  bind.verb(contract.statusChange.change, changeStatus);
  bind.verb(contract.statusChange.refuse, refuseStatus);
}

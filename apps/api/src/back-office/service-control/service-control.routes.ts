import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { approveMatrix, changeMatrix, refuseMatrix } from './change-matrix.ts';
import { approveEvent, cancelEvent, changeEvent, planEvent, refuseEvent } from './plan-event.ts';
import { showEvent, showServices } from './service-control.read.ts';

export function serviceControlRoutes(bind: Bind): void {
  bind.verb(contract.serviceControl.list, showServices);
  bind.verb(contract.serviceControl.create, planEvent);
  bind.verb(contract.serviceControl.show, showEvent);
  bind.verb(contract.serviceControl.change, changeEvent);
  bind.verb(contract.serviceControl.cancel, cancelEvent);
  bind.verb(contract.serviceControl.approve, approveEvent);
  bind.verb(contract.serviceControl.refuse, refuseEvent);
  bind.verb(contract.serviceControl.changeMatrix, changeMatrix);
  bind.verb(contract.serviceControl.approveMatrix, approveMatrix);
  bind.verb(contract.serviceControl.refuseMatrix, refuseMatrix);
}

import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { approveCompensation, proposeCompensation, refuseCompensation } from './compensate-payment.ts';
import { listCompensations } from './compensation.read.ts';
import { approveReversal, proposeReversal, refuseReversal } from './reverse-compensation.ts';

export function compensationRoutes(bind: Bind): void {
  bind.verb(contract.compensation.list, listCompensations);
  bind.verb(contract.compensation.propose, proposeCompensation);
  bind.verb(contract.compensation.approve, approveCompensation);
  bind.verb(contract.compensation.refuse, refuseCompensation);
  bind.verb(contract.compensation.proposeReversal, proposeReversal);
  bind.verb(contract.compensation.approveReversal, approveReversal);
  bind.verb(contract.compensation.refuseReversal, refuseReversal);
}

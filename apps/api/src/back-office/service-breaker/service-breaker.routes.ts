import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { approveBreaker, changeBreaker, listBreakers, refuseBreaker } from './change-breaker.ts';
import { createTestCall } from './rails/test-call.ts';

export function serviceBreakerRoutes(bind: Bind, partners: Parameters<typeof createTestCall>[0]): void {
  bind.verb(contract.serviceBreaker.list, listBreakers);
  bind.workflow(contract.serviceBreaker.change, changeBreaker(createTestCall(partners)));
  bind.verb(contract.serviceBreaker.approve, approveBreaker);
  bind.verb(contract.serviceBreaker.refuse, refuseBreaker);
}

import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { showClosure } from './closure.read.ts';
import { requestClosure, setExitAccount, withdrawClosure } from './request-closure.ts';

export function closureRoutes(bind: Bind): void {
  bind.verb(contract.closure.show, showClosure);
  bind.workflow(contract.closure.request, requestClosure);
  bind.verb(contract.closure.setExitAccount, setExitAccount);
  bind.verb(contract.closure.withdraw, withdrawClosure);
}

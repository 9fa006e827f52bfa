import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { searchCalls } from './api-log.read.ts';
import { approveResend, listResends, refuseResend, resendCall } from './resend-call.ts';

export function apiLogRoutes(bind: Bind): void {
  bind.verb(contract.apiLog.search, searchCalls);
  bind.verb(contract.apiLog.listResends, listResends);
  bind.verb(contract.apiLog.resend, resendCall);
  bind.verb(contract.apiLog.approveResend, approveResend);
  bind.verb(contract.apiLog.refuseResend, refuseResend);
}

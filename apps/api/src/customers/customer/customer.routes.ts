import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { showKycState } from './show-kyc-state.ts';

export function customerRoutes(bind: Bind): void {
  bind.verb(contract.kyc.kycState, showKycState);
}

import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { confirmPhoneChange, requestPhoneChange } from './request-phone-change.ts';

export function phoneChangeRoutes(bind: Bind, codeKey: Buffer): void {
  bind.workflow(contract.phoneChange.request, requestPhoneChange(codeKey));
  bind.workflow(contract.phoneChange.confirm, confirmPhoneChange(codeKey));
}

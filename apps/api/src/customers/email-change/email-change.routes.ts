import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { confirmEmailChange, requestEmailChange } from './request-email-change.ts';

export function emailChangeRoutes(bind: Bind, codeKey: Buffer): void {
  bind.workflow(contract.emailChange.request, requestEmailChange(codeKey));
  bind.workflow(contract.emailChange.confirm, confirmEmailChange(codeKey));
}

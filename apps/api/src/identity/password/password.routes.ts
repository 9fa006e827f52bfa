import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { changePassword } from './change-password.ts';

export function passwordRoutes(bind: Bind): void {
  bind.workflow(contract.password.change, changePassword);
}

import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { showReceipt } from './show-receipt.ts';

export function receiptRoutes(bind: Bind): void {
  bind.workflow(contract.receipt.show, showReceipt);
}

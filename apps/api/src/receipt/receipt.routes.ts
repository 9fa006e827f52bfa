import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../kernel/bind.ts';
import { showReceipt } from './show-receipt.ts';

export function receiptRoutes(bind: Bind): void {
  bind.procedure(contract.receipt.show, showReceipt);
}

import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../kernel/bind.ts';
import { makeTransfer } from './make-transfer.ts';

export function transferRoutes(bind: Bind): void {
  bind.verb(contract.transfer.make, makeTransfer);
}

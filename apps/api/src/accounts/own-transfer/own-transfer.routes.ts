import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { createOwnTransfer } from './create-own-transfer.ts';

export function ownTransferRoutes(bind: Bind): void {
  bind.verb(contract.ownTransfer.create, createOwnTransfer);
}

import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { listWallets } from './list-wallets.ts';

export function walletRoutes(bind: Bind): void {
  bind.verb(contract.wallet.list, listWallets);
}

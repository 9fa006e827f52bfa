import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { closeWallet, updateWallet } from './change-wallet.ts';
import { listWallets } from './wallet.read.ts';

export function walletRoutes(bind: Bind): void {
  bind.verb(contract.wallet.list, listWallets);
  bind.verb(contract.wallet.update, updateWallet);
  bind.verb(contract.wallet.close, closeWallet);
}

import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { listActiveCurrencies, listCurrenciesToOpen, listCurrencyNames } from './list-active-currencies.ts';
import { openWallet } from './open-wallet.ts';

export function walletCurrencyRoutes(bind: Bind): void {
  bind.verb(contract.wallet.activeCurrencies, listActiveCurrencies);
  bind.verb(contract.wallet.currencyNames, listCurrencyNames);
  bind.verb(contract.wallet.currenciesToOpen, listCurrenciesToOpen);
  bind.verb(contract.wallet.open, openWallet);
}

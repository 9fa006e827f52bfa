import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { listActiveCurrencies } from './list-active-currencies.ts';

export function walletCurrencyRoutes(bind: Bind): void {
  bind.verb(contract.wallet.activeCurrencies, listActiveCurrencies);
}

import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { chooseCurrentView } from './choose-current-view.ts';
import { countBankAccounts } from './count-bank-accounts.ts';
import { listBankAccounts } from './list-bank-accounts.ts';
import { showBalance } from './show-balance.ts';
import { showCurrentView } from './show-current-view.ts';

export function bankAccountRoutes(bind: Bind): void {
  bind.verb(contract.bankAccount.list, listBankAccounts);
  bind.verb(contract.bankAccount.balance, showBalance);
  bind.verb(contract.bankAccount.count, countBankAccounts);
  bind.verb(contract.bankAccount.currentView, showCurrentView);
  bind.verb(contract.bankAccount.setCurrentView, chooseCurrentView);
}

import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { chooseCurrentView, showCurrentView } from './choose-current-view.ts';
import { countBankAccounts, listBankAccounts, showBalance } from './list-bank-accounts.ts';

export function bankAccountRoutes(bind: Bind): void {
  bind.verb(contract.bankAccount.list, listBankAccounts);
  bind.verb(contract.bankAccount.balance, showBalance);
  bind.verb(contract.bankAccount.count, countBankAccounts);
  bind.verb(contract.bankAccount.currentView, showCurrentView);
  bind.verb(contract.bankAccount.setCurrentView, chooseCurrentView);
}

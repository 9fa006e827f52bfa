import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { countBankAccounts, listBankAccounts, showBalance } from './bank-account.read.ts';
import { chooseCurrentView, showCurrentView } from './choose-current-view.ts';

export function bankAccountRoutes(bind: Bind): void {
  bind.verb(contract.bankAccount.list, listBankAccounts);
  bind.verb(contract.bankAccount.balance, showBalance);
  bind.verb(contract.bankAccount.count, countBankAccounts);
  bind.verb(contract.bankAccount.currentView, showCurrentView);
  bind.verb(contract.bankAccount.setCurrentView, chooseCurrentView);
}

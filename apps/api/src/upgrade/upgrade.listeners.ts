import type { Partner } from '../kernel/partner.ts';
import { outside, type Subscription } from '../kernel/relay.ts';
import { openAccounts } from './open-accounts.ts';
import { accountBank } from './rails/account-bank.ts';
import { accountsWanted } from './upgrade.ts';

export const upgradeListeners = (bank: Partner): Subscription[] => [
  outside(accountsWanted, 'open-accounts', openAccounts(accountBank(bank))),
];

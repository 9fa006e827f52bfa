import { externalHandler, type Subscription } from '../../platform/events/relay.ts';
import type { Partner } from '../../platform/http/partner-client.ts';
import { openAccounts } from './open-accounts.ts';
import { accountBank } from './rails/account-bank.ts';
import { accountsRequested } from './upgrade.ts';

export const upgradeListeners = (bank: Partner): Subscription[] => [
  externalHandler(accountsRequested, 'open-accounts', openAccounts(accountBank(bank))),
];

/**
 * A wallet customer becomes a Plus customer, with accounts at the partner bank in place of wallets.
 * The request waits for missing details, for compliance, or for the bank that opens the accounts.
 * Each wallet becomes an account over the same ledger account, so no money moves.
 */

import type { UpgradeState } from '@larkmere/contract/customers/upgrade';
import { defineEvent } from '../../platform/events/outbox.ts';

export { upgradeSetting } from './upgrade.settings.ts';

export const accountsRequested = defineEvent<{ requestId: string }>('upgrade.accounts_requested');

export type UpgradeEvent = Readonly<{
  requestId: string;
  customerId: string;
  userId: string;
  state: UpgradeState;
  reason: string | null;
}>;

export const upgradeStateChanged = defineEvent<UpgradeEvent>('upgrade.state_changed');

export const customerUpgraded = defineEvent<{ customerId: string }>('customer.upgraded');

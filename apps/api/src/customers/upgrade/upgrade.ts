import type { UpgradeState } from '@larkmere/contract/customers/upgrade';
import { defineEvent } from '../../platform/events/outbox.ts';

export const nextStates: Readonly<Record<UpgradeState, readonly UpgradeState[]>> = {
  requested: ['kyc_gap', 'reviewing', 'opening_accounts'],
  kyc_gap: ['reviewing', 'opening_accounts', 'refused'],
  reviewing: ['kyc_gap', 'opening_accounts', 'refused'],
  opening_accounts: ['done', 'refused'],
  done: [],
  refused: [],
};

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

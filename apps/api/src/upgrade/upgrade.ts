import type { UpgradeState } from '@larkmere/contract/upgrade';
import { event } from '../kernel/outbox.ts';

export const nextStates: Readonly<Record<UpgradeState, readonly UpgradeState[]>> = {
  requested: ['kyc_gap', 'reviewing', 'opening_accounts'],
  kyc_gap: ['reviewing', 'opening_accounts', 'refused'],
  reviewing: ['kyc_gap', 'opening_accounts', 'refused'],
  opening_accounts: ['done', 'refused'],
  done: [],
  refused: [],
};

export const accountsWanted = event<{ requestId: string }>('upgrade.accounts-wanted');

export type UpgradeNews = Readonly<{
  requestId: string;
  customerId: string;
  personId: string;
  state: UpgradeState;
  reason: string | null;
}>;

export const upgradeMoved = event<UpgradeNews>('upgrade.moved');

export const becamePlus = event<{ customerId: string }>('upgrade.became-plus');

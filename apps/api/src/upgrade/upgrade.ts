import type { UpgradeState } from '@larkmere/contract/upgrade';
import { event } from '../kernel/outbox.ts';

/** Where a request may go from each state; whatever is not here is refused. `docs/upgrade.md` draws this table. */
export const nextStates: Readonly<Record<UpgradeState, readonly UpgradeState[]>> = {
  requested: ['kyc_gap', 'reviewing', 'opening_accounts'],
  kyc_gap: ['reviewing', 'opening_accounts', 'refused'],
  reviewing: ['kyc_gap', 'opening_accounts', 'refused'],
  opening_accounts: ['done', 'refused'],
  done: [],
  refused: [],
};

/** The bank is to open the accounts of a request. */
export const accountsWanted = event<{ requestId: string }>('upgrade.accounts-wanted');

export type UpgradeNews = Readonly<{
  requestId: string;
  customerId: string;
  personId: string;
  state: UpgradeState;
  /** Why it was refused. */
  reason: string | null;
}>;

/** A request reached a state. */
export const upgradeMoved = event<UpgradeNews>('upgrade.moved');

/** A wallet customer is a Plus customer: what asked for the rate of the wallet asks for that of Plus. */
export const becamePlus = event<{ customerId: string }>('upgrade.became-plus');

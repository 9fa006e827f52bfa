import type { UpgradeState } from '@larkmere/contract/customers/upgrade';
import { defineLifecycle } from '../../platform/lifecycle/lifecycle.ts';
import type { RequestRow } from './upgrade.sql.ts';

export const upgradeLifecycle = defineLifecycle({
  table: 'upgrade.request',
  history: { table: 'upgrade.transition', key: 'request_id', copies: [] },
  action: 'upgrade',
  entity: 'upgrade',
  audited: ({ reference, reason }) => ({ reference, ...(reason === null ? {} : { reason }) }),
})<UpgradeState, RequestRow>({
  transitions: {
    requested: { kyc_gap: 'customer', reviewing: 'customer', opening_accounts: 'customer' },
    kyc_gap: { reviewing: 'system', opening_accounts: 'system', refused: ['staff', 'system'] },
    reviewing: { kyc_gap: 'staff', opening_accounts: 'staff', refused: 'staff' },
    opening_accounts: { done: 'bank', refused: 'bank' },
    done: {},
    refused: {},
  },
  deadline: ({ deadline_at }) => deadline_at,
  waiting: {
    requested: {
      owner: 'us',
      reason: 'We have your request. Your wallets work as before.',
      nextStep: 'We check that nothing is missing.',
    },
    kyc_gap: {
      owner: 'you',
      reason: 'Something that a Plus account needs is missing. Your wallets work as before.',
      nextStep: 'You send what is missing.',
    },
    reviewing: {
      owner: 'us',
      reason: 'One of us looks at your request. Your wallets work as before.',
      nextStep: 'We let the bank open your accounts, or tell you why not.',
    },
    opening_accounts: {
      owner: 'bank',
      reason: 'Our bank opens your accounts. Your wallets work as before.',
      nextStep: 'Your wallets become accounts, with the money that is in them.',
    },
  },
});

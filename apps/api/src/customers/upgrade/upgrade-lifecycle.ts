import type { UpgradeState } from '@larkmere/contract/customers/upgrade';
import { message } from '@larkmere/messages/message';
import { defineLifecycle } from '../../platform/lifecycle/lifecycle.ts';
import type { RequestRow } from './upgrade.sql.ts';

export const upgradeLifecycle = defineLifecycle({
  table: 'upgrade.request',
  history: { table: 'upgrade.transition', key: 'requestId', copies: [] },
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
  deadline: ({ deadlineAt }) => deadlineAt,
  waiting: {
    requested: {
      owner: 'us',
      reason: message('upgrade_requested'),
      nextStep: message('upgrade_requested_next'),
    },
    kyc_gap: {
      owner: 'you',
      reason: message('upgrade_details_needed'),
      nextStep: message('upgrade_details_needed_next'),
    },
    reviewing: {
      owner: 'us',
      reason: message('upgrade_in_review'),
      nextStep: message('upgrade_in_review_next'),
    },
    opening_accounts: {
      owner: 'bank',
      reason: message('upgrade_opening_accounts'),
      nextStep: message('upgrade_opening_accounts_next'),
    },
  },
});

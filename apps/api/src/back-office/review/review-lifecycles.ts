import type { InformationRequestState } from '@larkmere/contract/back-office/review';
import type { SanctionsAlertView } from '@larkmere/contract/back-office/sanctions-alert';
import { defineLifecycle } from '../../platform/lifecycle/lifecycle.ts';

export const informationRequestLifecycle = defineLifecycle({ table: 'review.request' })<InformationRequestState>({
  transitions: {
    action_required: { answered: 'customer', closed: ['staff', 'system'], expired: 'system' },
    answered: { accepted: 'staff', insufficient: 'staff', closed: ['staff', 'system'] },
    accepted: {},
    insufficient: {},
    closed: {},
    expired: {},
  },
  waiting: {},
});

export const sanctionsAlertLifecycle = defineLifecycle({
  table: 'review.sanctions_alert',
  action: 'sanctions_alert',
  entity: 'finding',
  audited: ({ note }) => ({ note }),
})<SanctionsAlertView['state']>({
  transitions: { open: { false_positive: 'staff', true_match: 'staff' }, false_positive: {}, true_match: {} },
  waiting: {},
});

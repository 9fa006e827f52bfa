import type { DisputeState } from '@larkmere/contract/cards/card-payment';
import { defineLifecycle } from '../../platform/lifecycle/lifecycle.ts';

const outcome = { won: 'vendor', lost: 'vendor' } as const;

/** The network and the merchant have weeks to answer; the processor reports each step. */
export const cardDisputeLifecycle = defineLifecycle({
  table: 'card_payment.dispute',
  history: { table: 'card_payment.dispute_transition', key: 'disputeId', copies: [] },
  action: 'card_dispute',
  entity: 'card-dispute',
  audited: ({ paymentId: payment, reason }) => ({ payment, reason }),
})<DisputeState>({
  transitions: {
    opened: {
      rejected: 'vendor',
      received: 'vendor',
      documents_wanted: 'vendor',
      with_merchant: 'vendor',
      ...outcome,
    },
    received: { documents_wanted: 'vendor', with_merchant: 'vendor', ...outcome },
    documents_wanted: { received: 'vendor', with_merchant: 'vendor', ...outcome },
    with_merchant: { documents_wanted: 'vendor', ...outcome },
    rejected: {},
    won: {},
    lost: {},
  },
  waiting: {},
});

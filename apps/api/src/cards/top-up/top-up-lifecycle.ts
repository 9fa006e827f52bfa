import type { TopUpState } from '@larkmere/contract/cards/top-up';
import type { PendingStatus } from '@larkmere/contract/platform/pending-status';
import { message } from '@larkmere/messages/message';
import { defineLifecycle, pendingStatus } from '../../platform/lifecycle/lifecycle.ts';
import { pollingWindowMs } from './poll-backoff.ts';
import type { TopUp } from './top-up.ts';

/** The call of the customer brings the first answers of the processor. */
const answered = ['customer', 'vendor'] as const;
const windowEnd = ({ createdAt }: TopUp): Date => new Date(createdAt.getTime() + pollingWindowMs);
const outcomes = {
  captured: answered,
  declined: answered,
  cancelled: answered,
  expired: ['vendor', 'system'],
} as const;

/** Captured money counts even after the processor reported that nothing was taken. */
export const topUpLifecycle = defineLifecycle({
  table: 'top_up.top_up',
  history: { table: 'top_up.transition', key: 'topUpId', copies: ['declineCode'] },
  action: 'top_up',
  entity: 'top-up',
  audited: ({ reference, currency, declineCode }) => ({
    reference,
    currency,
    ...(declineCode === null ? {} : { declineCode }),
  }),
})<TopUpState, TopUp>({
  transitions: {
    created: { awaiting_challenge: answered, authorised: answered, ...outcomes },
    awaiting_challenge: { authorised: answered, ...outcomes },
    authorised: outcomes,
    declined: { captured: 'vendor' },
    cancelled: { captured: 'vendor' },
    expired: { captured: 'vendor' },
    captured: { refunded: 'vendor', charged_back: 'vendor' },
    refunded: {},
    charged_back: {},
  },
  deadline: windowEnd,
  nextUpdate: (topUp) => topUp.nextPollAt ?? windowEnd(topUp),
  waiting: {
    created: {
      owner: 'us',
      reason: message('top_up_created'),
      nextStep: message('top_up_created_next'),
    },
    awaiting_challenge: {
      owner: 'you',
      reason: message('top_up_awaiting_challenge'),
      nextStep: message('top_up_awaiting_challenge_next'),
      deadline: ({ expiresAt }) => expiresAt,
    },
    authorised: {
      owner: 'us',
      reason: message('top_up_authorised'),
      nextStep: message('top_up_authorised_next'),
    },
  },
});

export const topUpStatus = (topUp: TopUp): PendingStatus | null => pendingStatus(topUpLifecycle, topUp.state, topUp);

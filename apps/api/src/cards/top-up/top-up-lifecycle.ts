import { cardDeclineCodes, type TopUpState } from '@larkmere/contract/cards/top-up';
import type { PendingStatus } from '@larkmere/contract/platform/pending-status';
import { defaultText } from '@larkmere/messages/format-message';
import { message } from '@larkmere/messages/message';
import { formatAmount, money } from '@larkmere/money/money';
import { emit } from '../../platform/events/outbox.ts';
import { changeState } from '../../platform/lifecycle/change-state.ts';
import { defineLifecycle, pendingStatus } from '../../platform/lifecycle/lifecycle.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { cardName } from '../card/card.ts';
import type { TopUpUpdate } from './top-up.sql.ts';
import { type TopUp, topUpStateChanged } from './top-up.ts';

const minDelaySeconds = 2;
const maxDelaySeconds = 3600;

/** The processor keeps an authorisation for so long; nothing can be captured later. */
export const pollingWindowMs = 7 * 24 * 3600_000;

export const pollDelaySeconds = (pollCount: number): number =>
  Math.min(minDelaySeconds * 2 ** Math.min(pollCount, 20), maxDelaySeconds);

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

/** Why nothing was taken. */
export function reasonText({ state, declineCode, cancelAskedAt }: TopUp): string | null {
  if (state === 'declined') {
    const code = cardDeclineCodes.find((each) => each === declineCode) ?? 'do_not_honour';
    return defaultText(`card_declined_${code}`);
  }
  if (state === 'expired') return defaultText('top_up_expired');
  return state === 'cancelled' && cancelAskedAt === null ? defaultText('top_up_stopped') : null;
}

const polledStates: readonly TopUpState[] = ['created', 'awaiting_challenge', 'authorised', 'captured'];

type StateChange = TopUpUpdate & Readonly<{ state: TopUpState }>;

/** Writes history, audit entry and event of an allowed transition. */
export async function changeTopUpState(ctx: Ctx, topUp: TopUp, step: StateChange): Promise<TopUp> {
  const change = {
    ...step,
    ...(step.state === 'awaiting_challenge' ? {} : { challengeUrl: null }),
    ...(step.state === 'declined' ? {} : { declineCode: null }),
    ...(polledStates.includes(step.state) ? {} : { nextPollAt: null }),
  };
  const moved = await changeState(ctx, topUpLifecycle, topUp, change, { from: topUp.state });
  const currency = moved.currency;
  await emit(ctx, topUpStateChanged, {
    topUpId: moved.id,
    customerId: moved.customerId,
    userId: moved.userId,
    bankholderId: moved.bankholderId,
    state: step.state,
    amount: formatAmount(money(currency, moved.amountMinor)),
    currency,
    cardName: cardName(moved),
    reason: reasonText(moved),
    missing: formatAmount(money(currency, moved.shortfallMinor)),
    at: ctx.now.toISOString(),
  });
  return moved;
}

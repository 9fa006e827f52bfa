import type { IssuedCardState } from '@larkmere/contract/cards/issued-card';
import type { PendingStatus } from '@larkmere/contract/platform/pending-status';
import { message } from '@larkmere/messages/message';
import { defineLifecycle, pendingStatus } from '../../platform/lifecycle/lifecycle.ts';
import type { IssuedCard } from './issued-card.sql.ts';
import { expiryOf } from './issued-card-events.ts';

const hourMs = 3_600_000;
const orderDeadline = ({ orderedAt }: IssuedCard): Date => new Date(orderedAt.getTime() + hourMs);
const ends = {
  blocked: ['customer', 'system'],
  expired: 'system',
  closed: ['system', 'vendor'],
} as const;
const stops = { stopped: ['staff', 'system'] } as const;

export const issuedCardLifecycle = defineLifecycle({
  table: 'issued_card.card',
  history: { table: 'issued_card.transition', key: 'cardId', copies: ['stopReason'] },
  action: 'issued_card',
  entity: 'issued-card',
  audited: ({ last4, holderId: holder, stopReason: reason }) => ({
    ...(last4 === null ? {} : { last4 }),
    holder,
    ...(reason === null ? {} : { reason }),
  }),
})<IssuedCardState, IssuedCard>({
  transitions: {
    ordered: { inactive: 'vendor', active: 'vendor', rejected: 'vendor' },
    inactive: { active: ['customer', 'vendor'], ...ends },
    active: { frozen: 'customer', ...stops, ...ends },
    frozen: { active: 'customer', ...stops, ...ends },
    stopped: { active: ['staff', 'system'], frozen: ['staff', 'system'], ...ends },
    blocked: {},
    expired: {},
    closed: {},
    rejected: {},
  },
  waiting: {
    ordered: {
      owner: 'us',
      reason: message('issued_card_ordered'),
      nextStep: message('issued_card_ordered_next'),
      deadline: 'the order is repeated until the processor answers',
      nextUpdate: orderDeadline,
    },
    inactive: {
      owner: ({ orderState }) => (orderState === 'delivered' ? 'you' : 'us'),
      reason: ({ orderState }) => message(orderState === 'delivered' ? 'issued_card_arrived' : 'issued_card_on_way'),
      nextStep: message('issued_card_on_way_next'),
      deadline: expiryOf,
    },
  },
});

export const issuedCardStatus = (card: IssuedCard): PendingStatus | null =>
  pendingStatus(issuedCardLifecycle, card.state, card);

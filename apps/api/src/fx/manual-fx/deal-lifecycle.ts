import type { DealState } from '@larkmere/contract/fx/manual-fx';
import { message } from '@larkmere/messages/message';
import { defineLifecycle } from '../../platform/lifecycle/lifecycle.ts';
import { endOfValueDate } from './value-date.ts';

type PendingDeal = Readonly<{ valueDate: string; quoteExpiresAt?: Date | undefined }>;

const unfinished = { unable: ['staff', 'system'] } as const;

export const dealLifecycle = defineLifecycle({
  table: 'manual_fx.deal',
  history: { table: 'manual_fx.transition', key: 'dealId', copies: ['quoteNumber'] },
  action: 'manual-fx',
  entity: 'deal',
  audited: ({ reference, quoteNumber }) => ({ reference, quote: quoteNumber }),
})<DealState, PendingDeal>({
  transitions: {
    pending_approval: { requested: 'customer', withdrawn: ['customer', 'system'], ...unfinished },
    requested: { assigned: 'staff', withdrawn: 'customer', ...unfinished },
    assigned: { quoted: 'staff', withdrawn: 'customer', ...unfinished },
    quoted: {
      quoted: 'staff',
      accepted: 'customer',
      declined: 'customer',
      expired: 'system',
      withdrawn: 'customer',
      unable: 'staff',
    },
    accepted: { booked: 'staff', ...unfinished },
    booked: { settled: 'system' },
    expired: { quoted: 'staff', withdrawn: 'customer', ...unfinished },
    settled: {},
    declined: {},
    withdrawn: {},
    unable: {},
  },
  deadline: endOfValueDate,
  waiting: {
    pending_approval: {
      owner: 'team',
      reason: message('deal_awaiting_approval'),
      nextStep: message('deal_awaiting_approval_next'),
    },
    requested: {
      owner: 'us',
      reason: message('deal_requested'),
      nextStep: message('deal_requested_next'),
    },
    assigned: {
      owner: 'us',
      reason: message('deal_assigned'),
      nextStep: message('deal_assigned_next'),
    },
    quoted: {
      owner: 'you',
      reason: message('deal_quoted'),
      nextStep: message('deal_quoted_next'),
      deadline: (deal) => deal.quoteExpiresAt ?? endOfValueDate(deal),
    },
    expired: {
      owner: 'us',
      reason: message('deal_expired'),
      nextStep: message('deal_expired_next'),
    },
    accepted: {
      owner: 'us',
      reason: message('deal_accepted'),
      nextStep: message('deal_accepted_next'),
    },
    booked: {
      owner: 'us',
      reason: message('deal_booked'),
      nextStep: message('deal_booked_next'),
    },
  },
});

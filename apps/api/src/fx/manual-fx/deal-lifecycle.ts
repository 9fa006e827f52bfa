import type { DealState } from '@larkmere/contract/fx/manual-fx';
import { defineLifecycle } from '../../platform/lifecycle/lifecycle.ts';

type PendingDeal = Readonly<{ value_date: string; quoteExpiresAt?: Date | undefined }>;

const endOfValueDate = ({ value_date }: PendingDeal): Date => new Date(`${value_date}T23:59:59.000Z`);

const unfinished = { unable: ['staff', 'system'] } as const;

export const dealLifecycle = defineLifecycle({
  table: 'manual_fx.deal',
  history: { table: 'manual_fx.transition', key: 'deal_id', copies: ['quote_number'] },
  action: 'manual-fx',
  entity: 'deal',
  audited: ({ reference, quote_number }) => ({ reference, quote: quote_number }),
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
      reason:
        'Somebody of your team who did not make this request has to approve it. No dealer sees it yet, and nothing is set aside.',
      nextStep: 'Your team approves it or sends it back.',
    },
    requested: {
      owner: 'us',
      reason: 'No dealer has taken your request on yet. Nothing is promised and nothing is set aside.',
      nextStep: 'A dealer takes it on.',
    },
    assigned: {
      owner: 'us',
      reason: 'A dealer works on your rate. Nothing is promised and nothing is set aside.',
      nextStep: 'The dealer names a rate.',
    },
    quoted: {
      owner: 'you',
      reason: 'The dealer named a rate, which holds for a short while. Nothing is set aside yet.',
      nextStep: 'You accept the rate or decline it.',
      deadline: (deal) => deal.quoteExpiresAt ?? endOfValueDate(deal),
    },
    expired: {
      owner: 'us',
      reason: 'The rate ran out and nothing was exchanged.',
      nextStep: 'The dealer names another rate, or you withdraw the request.',
    },
    accepted: {
      owner: 'us',
      reason: 'You accepted the rate, and the money is set aside.',
      nextStep: 'The dealer books the deal.',
    },
    booked: {
      owner: 'us',
      reason: 'The deal is booked at the rate that you accepted, and the money is set aside.',
      nextStep: 'It settles by itself on its value date.',
    },
  },
});

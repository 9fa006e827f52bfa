import type { DealState } from '@larkmere/contract/manual-fx';
import type { Waiting } from '@larkmere/contract/waiting';
import { event } from '../kernel/outbox.ts';

export const nextStates: Readonly<Record<DealState, readonly DealState[]>> = {
  pending_approval: ['requested', 'withdrawn', 'unable'],
  requested: ['assigned', 'withdrawn', 'unable'],
  assigned: ['quoted', 'withdrawn', 'unable'],
  quoted: ['quoted', 'accepted', 'declined', 'expired', 'withdrawn', 'unable'],
  accepted: ['booked', 'unable'],
  booked: ['settled'],
  expired: ['quoted', 'withdrawn', 'unable'],
  settled: [],
  declined: [],
  withdrawn: [],
  unable: [],
};

export const mayBecome = (from: DealState, to: DealState): boolean => nextStates[from].includes(to);

export type DealNews = Readonly<{
  dealId: string;
  customerId: string;
  personId: string;
  state: DealState;
  what: string;
  more: string | null;
  waiting?: Waiting | null;
}>;

export const dealMoved = event<DealNews>('manual-fx.moved');

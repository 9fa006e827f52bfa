import type { DealState } from '@larkmere/contract/fx/manual-fx';
import type { PendingStatus } from '@larkmere/contract/platform/pending-status';
import { defineEvent } from '../../platform/events/outbox.ts';

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

export const canTransition = (from: DealState, to: DealState): boolean => nextStates[from].includes(to);

export type DealEvent = Readonly<{
  dealId: string;
  customerId: string;
  userId: string;
  state: DealState;
  summary: string;
  detail: string | null;
  waiting?: PendingStatus | null;
}>;

export const dealStateChanged = defineEvent<DealEvent>('manual-fx.state_changed');

import type { DealState } from '@larkmere/contract/manual-fx';
import type { Waiting } from '@larkmere/contract/waiting';
import { event } from '../kernel/outbox.ts';

/** Where a deal may go from each state; whatever is not here is refused. `docs/manual-fx.md` draws this table. */
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
  /** What is exchanged, in words. */
  what: string;
  /** The rate that stands, or why the deal ended. */
  more: string | null;
  /** Of a deal that goes on. */
  waiting?: Waiting | null;
}>;

/** A deal reached a state that its customer should hear of. */
export const dealMoved = event<DealNews>('manual-fx.moved');

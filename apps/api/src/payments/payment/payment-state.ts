import type { PaymentState } from '@larkmere/contract/payments/payment';

/** Must match the table `payment.next_state` and docs/payment-states.md; a test compares the three. */
export const nextStates: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  draft: ['awaiting_approval', 'awaiting_sca', 'cancelled'],
  awaiting_approval: ['awaiting_sca', 'draft', 'expired'],
  awaiting_sca: ['scheduled', 'screening', 'cancelled', 'expired'],
  scheduled: ['awaiting_funds', 'screening', 'cancelled'],
  awaiting_funds: ['screening', 'cancelled', 'expired'],
  screening: ['ready', 'in_review', 'rejected', 'cancelled'],
  in_review: ['ready', 'info_required', 'sent', 'rejected', 'cancelled'],
  info_required: ['in_review', 'expired', 'cancelled'],
  ready: ['submitted', 'cancelled', 'in_review'],
  submitted: ['sent', 'failed', 'rejected', 'in_review'],
  sent: ['completed', 'returned'],
  completed: ['returned'],
  returned: [],
  rejected: [],
  failed: [],
  cancelled: [],
  expired: [],
};

export const paymentStates = Object.keys(nextStates) as readonly PaymentState[];

export const canTransition = (from: PaymentState, to: PaymentState): boolean => nextStates[from].includes(to);

/** Not while the bank claims that it executed a rejected attempt. */
export const canBeCancelled = (payment: Readonly<{ state: string; status_conflict_at: Date | null }>): boolean =>
  payment.status_conflict_at === null && canTransition(payment.state as PaymentState, 'cancelled');

const statesWithHold: readonly PaymentState[] = [
  'awaiting_approval',
  'awaiting_sca',
  'screening',
  'in_review',
  'info_required',
  'ready',
  'submitted',
];

export const holdsMoney = (state: PaymentState): boolean => statesWithHold.includes(state);

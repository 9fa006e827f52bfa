import type { PaymentState } from '@larkmere/contract/payment';

/**
 * Where a payment may go from each state; whatever is not here is refused or ignored. Cancellation ends when the payment
 * is handed over, a finished payment may still come back, and one in review was sent where a bank made the order after all that it
 * had given back. The table `payment.next_state` and the diagram in
 * `docs/payment-states.md` are the same, and a test compares the three.
 */
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

export const mayBecome = (from: PaymentState, to: PaymentState): boolean => nextStates[from].includes(to);

/** Whether its payer may withdraw it; not while the bank says that it has carried out an order which it had given back. */
export const mayBeCancelled = (payment: Readonly<{ state: string; contradicted_at: Date | null }>): boolean =>
  payment.contradicted_at === null && mayBecome(payment.state as PaymentState, 'cancelled');

const holding: readonly PaymentState[] = [
  'awaiting_approval',
  'awaiting_sca',
  'screening',
  'in_review',
  'info_required',
  'ready',
  'submitted',
];

/** Whether money is set aside for a payment in this state. */
export const holdsMoney = (state: PaymentState): boolean => holding.includes(state);

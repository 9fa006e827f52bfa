import type { PaymentState } from './payment.ts';

/** In these states a payment has a pending status: owner, reason, next step, next update and deadline. */
export const waitingStates = [
  'awaiting_approval',
  'awaiting_sca',
  'scheduled',
  'awaiting_funds',
  'screening',
  'in_review',
  'info_required',
  'ready',
  'submitted',
  'sent',
] as const satisfies readonly PaymentState[];
export type WaitingState = (typeof waitingStates)[number];

export const isWaiting = (state: PaymentState): state is WaitingState =>
  (waitingStates as readonly PaymentState[]).includes(state);

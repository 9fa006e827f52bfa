import type { PaymentState } from './payment.ts';

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

import type { InstantPaymentState } from '@larkmere/contract/payments/open-banking';
import type { PendingStatus } from '@larkmere/contract/platform/pending-status';
import type { Selectable } from 'kysely';
import type { InstantPaymentPayment } from '../../platform/db/schema.gen.ts';
import { defineEvent } from '../../platform/events/outbox.ts';

export type InstantPayment = Readonly<Selectable<InstantPaymentPayment>>;

/** The database enforces the same transitions. A credit counts even after the other bank rejected the payment. */
export const transitions: Readonly<Record<InstantPaymentState, readonly InstantPaymentState[]>> = {
  created: ['awaiting_authorisation', 'rejected', 'expired'],
  awaiting_authorisation: ['authorised', 'rejected', 'cancelled', 'expired'],
  authorised: ['submitted', 'accepted', 'credited', 'rejected', 'cancelled', 'expired', 'unknown'],
  submitted: ['accepted', 'credited', 'rejected', 'cancelled', 'unknown'],
  accepted: ['credited', 'rejected', 'cancelled', 'unknown'],
  unknown: ['submitted', 'accepted', 'credited', 'rejected', 'cancelled', 'expired'],
  credited: [],
  rejected: ['credited'],
  cancelled: ['credited'],
  expired: ['credited'],
};

export const canTransition = (from: InstantPaymentState, to: InstantPaymentState): boolean =>
  transitions[from].includes(to);

export type InstantPaymentEvent = Readonly<{
  paymentId: string;
  customerId: string;
  userId: string;
  state: InstantPaymentState;
  amount: string;
  currency: string;
  bankName: string;
  reason: string | null;
  waiting?: PendingStatus | null;
}>;

export const instantPaymentStateChanged = defineEvent<InstantPaymentEvent>('instant-payment.state_changed');

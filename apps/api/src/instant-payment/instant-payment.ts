import type { InstantPaymentState } from '@larkmere/contract/instant-payment';
import type { Waiting } from '@larkmere/contract/waiting';
import type { Selectable } from 'kysely';
import { event } from '../kernel/outbox.ts';
import type { InstantPaymentPayment } from '../kernel/schema.gen.ts';

export type InstantPayment = Readonly<Selectable<InstantPaymentPayment>>;

/** The database enforces the same transitions. A credit counts even after the other bank rejected the payment. */
export const nextStates: Readonly<Record<InstantPaymentState, readonly InstantPaymentState[]>> = {
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

export const mayBecome = (from: InstantPaymentState, to: InstantPaymentState): boolean => nextStates[from].includes(to);

export type InstantPaymentNews = Readonly<{
  paymentId: string;
  customerId: string;
  personId: string;
  state: InstantPaymentState;
  amount: string;
  currency: string;
  bankName: string;
  reason: string | null;
  waiting?: Waiting | null;
}>;

export const instantPaymentMoved = event<InstantPaymentNews>('instant-payment.moved');

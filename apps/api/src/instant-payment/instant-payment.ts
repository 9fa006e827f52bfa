import type { InstantPaymentState } from '@larkmere/contract/instant-payment';
import type { Waiting } from '@larkmere/contract/waiting';
import type { Selectable } from 'kysely';
import { event } from '../kernel/outbox.ts';
import type { InstantPaymentPayment } from '../kernel/schema.gen.ts';

/** Money that a customer brings in from their account at another bank. */
export type InstantPayment = Readonly<Selectable<InstantPaymentPayment>>;

/**
 * Where it may go from each state; the database has the same table and refuses the rest. Only money in the account makes
 * it credited, even after the other bank said no.
 */
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

/** What a listener needs to tell the customer. */
export type InstantPaymentNews = Readonly<{
  paymentId: string;
  customerId: string;
  personId: string;
  state: InstantPaymentState;
  amount: string;
  currency: string;
  bankName: string;
  reason: string | null;
  /** Of a payment that waits on. */
  waiting?: Waiting | null;
}>;

/** A payment from another bank reached a state that its customer should hear of. */
export const instantPaymentMoved = event<InstantPaymentNews>('instant-payment.moved');

import type { PaymentState, PaymentView } from '@larkmere/contract/payments/payment';
import type { Currency } from '@larkmere/money/money';
import { defineEvent } from '../../platform/events/outbox.ts';
import type { PendingStatus } from './payment-lifecycle.ts';

/** The money is held and the payment can go to its rail. */
export const paymentHeld = defineEvent<PaymentEvent>('payment.held');
export const paymentWaiting = defineEvent<PaymentEvent>('payment.waiting');
export const paymentSubmitted = defineEvent<PaymentEvent>('payment.submitted');
export const paymentSent = defineEvent<PaymentEvent>('payment.sent');
export const paymentCompleted = defineEvent<PaymentEvent>('payment.completed');
export const paymentReturned = defineEvent<PaymentEvent>('payment.returned');
export const paymentRejected = defineEvent<PaymentEvent>('payment.rejected');
export const paymentCancelled = defineEvent<PaymentEvent>('payment.cancelled');

export const recallRequested = defineEvent<PaymentEvent>('payment.recall_requested');

export const recallAnswered = defineEvent<RecallEvent>('payment.recall_answered');

export const creditReceived = defineEvent<IncomingCredit>('credit.received');

export type IncomingCredit = Readonly<{
  incomingId: string;
  customerId: string;
  bankholderId: string;
  amount: string;
  currency: Currency;
  payerName: string;
  reference: string;
}>;

export type PaymentEvent = PendingStatus &
  Readonly<{
    paymentId: string;
    customerId: string;
    userId: string;
    kind: PaymentView['kind'];
    state: PaymentState;
    amount: string;
    currency: Currency;
    payeeName: string;
    reference: string;
    /** Absent in events from before it was said. */
    arrivesBy?: string;
    /** Absent in events from before resubmission existed. */
    attempt?: number;
  }>;

export type RecallEvent = PaymentEvent & Readonly<{ outcome: 'accepted' | 'refused' }>;

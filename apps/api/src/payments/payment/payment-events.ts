import { defineEvent } from '../../platform/events/outbox.ts';
import type { IncomingCreditEvent, PaymentEvent, RecallEvent } from './payment.ts';

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

export const creditReceived = defineEvent<IncomingCreditEvent>('credit.received');

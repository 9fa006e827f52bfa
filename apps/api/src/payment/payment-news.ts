import { event } from '../kernel/outbox.ts';
import type { CreditNews, PaymentNews, RecallNews } from './payment.ts';

/** The money is set aside and nothing stands in the way any more: it can go to its rail. */
export const paymentHeld = event<PaymentNews>('payment.held');
/** It waits for somebody: a colleague, the payer, or a person here. */
export const paymentWaiting = event<PaymentNews>('payment.waiting');
export const paymentSubmitted = event<PaymentNews>('payment.submitted');
export const paymentSent = event<PaymentNews>('payment.sent');
export const paymentCompleted = event<PaymentNews>('payment.completed');
export const paymentReturned = event<PaymentNews>('payment.returned');
export const paymentRejected = event<PaymentNews>('payment.rejected');
export const paymentCancelled = event<PaymentNews>('payment.cancelled');

/** The payer wants a payment back. */
export const recallAsked = event<PaymentNews>('payment.recall_asked');

/** The payee's bank said whether it gives the money back. */
export const recallAnswered = event<RecallNews>('payment.recall_answered');

export const creditReceived = event<CreditNews>('credit.received');

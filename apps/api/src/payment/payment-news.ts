import { event } from '../kernel/outbox.ts';
import type { CreditNews, PaymentNews, RecallNews } from './payment.ts';

/** The money is held and the payment can go to its rail. */
export const paymentHeld = event<PaymentNews>('payment.held');
export const paymentWaiting = event<PaymentNews>('payment.waiting');
export const paymentSubmitted = event<PaymentNews>('payment.submitted');
export const paymentSent = event<PaymentNews>('payment.sent');
export const paymentCompleted = event<PaymentNews>('payment.completed');
export const paymentReturned = event<PaymentNews>('payment.returned');
export const paymentRejected = event<PaymentNews>('payment.rejected');
export const paymentCancelled = event<PaymentNews>('payment.cancelled');

export const recallAsked = event<PaymentNews>('payment.recall_asked');

export const recallAnswered = event<RecallNews>('payment.recall_answered');

export const creditReceived = event<CreditNews>('credit.received');

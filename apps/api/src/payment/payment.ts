import type { PaymentState } from '@larkmere/contract/payment';
import type { Selectable } from 'kysely';
import { event } from '../kernel/outbox.ts';
import type { PaymentPayment } from '../kernel/schema.gen.ts';

export const rail = 'faster-payments';

export type Payment = Readonly<Selectable<PaymentPayment>>;

/** Where a payment may go from each state; whatever is not here is refused or ignored. A finished payment may still come back. */
export const nextStates: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  ready: ['submitted', 'cancelled'],
  submitted: ['sent', 'rejected', 'failed'],
  sent: ['completed', 'returned'],
  completed: ['returned'],
  returned: [],
  rejected: [],
  failed: [],
  cancelled: [],
};

export const mayBecome = (from: PaymentState, to: PaymentState): boolean => nextStates[from].includes(to);
export const isUnderWay = (state: PaymentState): boolean =>
  state === 'ready' || state === 'submitted' || state === 'sent';

/** What a listener needs to tell the payer, without asking the payment again. */
export type PaymentNews = Readonly<{
  paymentId: string;
  customerId: string;
  personId: string;
  amount: string;
  currency: string;
  payeeName: string;
  reference: string;
  reason: string | null;
}>;

export const paymentHeld = event<PaymentNews>('payment.held');
export const paymentSubmitted = event<PaymentNews>('payment.submitted');
export const paymentSent = event<PaymentNews>('payment.sent');
export const paymentCompleted = event<PaymentNews>('payment.completed');
export const paymentReturned = event<PaymentNews>('payment.returned');
export const paymentRejected = event<PaymentNews>('payment.rejected');

export type CreditNews = Readonly<{
  incomingId: string;
  customerId: string;
  bankholderId: string;
  amount: string;
  currency: string;
  payerName: string;
  reference: string;
}>;
export const creditReceived = event<CreditNews>('credit.received');

import { event } from '../kernel/outbox.ts';

export type CompensationNews = Readonly<{
  paymentId: string;
  customerId: string;
  personId: string;
  payeeName: string;
  amount: string;
  currency: string;
}>;

/** What we had paid by mistake we took back. */
export const compensationTakenBack = event<CompensationNews>('compensation.taken-back');

/** We bore what the delay of a payment cost its payer. */
export const compensationPaid = event<CompensationNews>('compensation.paid');

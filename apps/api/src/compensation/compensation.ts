import { event } from '../kernel/outbox.ts';

export type CompensationNews = Readonly<{
  paymentId: string;
  customerId: string;
  personId: string;
  payeeName: string;
  amount: string;
  currency: string;
}>;

export const compensationTakenBack = event<CompensationNews>('compensation.taken-back');

export const compensationPaid = event<CompensationNews>('compensation.paid');

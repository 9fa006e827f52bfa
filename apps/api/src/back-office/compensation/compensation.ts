import type { Currency } from '@larkmere/money/money';
import { defineEvent } from '../../platform/events/outbox.ts';

export { compensationCeiling } from './compensation.settings.ts';

export type CompensationEvent = Readonly<{
  paymentId: string;
  customerId: string;
  userId: string;
  payeeName: string;
  amount: string;
  currency: Currency;
}>;

export const compensationReversed = defineEvent<CompensationEvent>('compensation.reversed');

export const compensationPaid = defineEvent<CompensationEvent>('compensation.paid');

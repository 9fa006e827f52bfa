/**
 * Compensation for a delayed payment, paid from the firm's own money into the account that was debited. One member of
 * staff proposes it within a ceiling per payment, another approves it; a reversal takes two people as well. The
 * customer is told of both.
 */

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

/**
 * Adding money from an account at another bank: the customer chooses a bank, consents there, and returns. We then ask
 * that bank for the status until the money arrives. The credit on our own account decides, found by its reference, also
 * if the other bank has reported a rejection.
 */

import type { InstantPaymentState } from '@larkmere/contract/payments/open-banking';
import type { PendingStatus } from '@larkmere/contract/platform/pending-status';
import type { Currency } from '@larkmere/money/money';
import type { Selectable } from 'kysely';
import type { InstantPaymentPayment } from '../../platform/db/schema.gen.ts';
import { defineEvent } from '../../platform/events/outbox.ts';

export { depositLimit } from './open-banking.settings.ts';
export { findAccountIdByReference } from './open-banking.sql.ts';

export type InstantPayment = Readonly<Selectable<InstantPaymentPayment>>;

export type InstantPaymentEvent = Readonly<{
  paymentId: string;
  customerId: string;
  userId: string;
  state: InstantPaymentState;
  amount: string;
  currency: Currency;
  bankName: string;
  reason: string | null;
  waiting?: PendingStatus | null;
}>;

export const instantPaymentStateChanged = defineEvent<InstantPaymentEvent>('instant-payment.state_changed');

import type { DisputeState } from '@larkmere/contract/cards/card-payment';
import type { Currency } from '@larkmere/money/money';
import { defineEvent } from '../../platform/events/outbox.ts';

/** What one change of a card payment was, as its customer reads it. */
export type CardPaymentStep =
  | 'declined'
  | 'verified'
  | 'authorised'
  | 'increased'
  | 'partly_released'
  | 'released'
  | 'cleared'
  | 'refunded';

export type CardPaymentEvent = Readonly<{
  paymentId: string;
  cardId: string;
  customerId: string;
  holderId: string;
  bankholderId: string;
  step: CardPaymentStep;
  merchant: string;
  /** Of this step, in the account's currency. */
  amount: string;
  currency: Currency;
  /** Of what was cleared: announced by an authorisation, and not presented without one. */
  wasHeld: boolean;
  declineCode: string | null;
  /** In the account's currency. */
  declineLimit: string | null;
  /** What the account did not have for this step; `0.00` if it had all. */
  missing: string;
  at: string;
}>;
export const cardPaymentChanged = defineEvent<CardPaymentEvent>('card_payment.changed');
/** Only of a step for which the account did not have enough, so that e-mail does not look at every payment. */
export const cardPaymentShort = defineEvent<CardPaymentEvent>('card_payment.short');

export type CardDisputeEvent = Readonly<{
  disputeId: string;
  paymentId: string;
  cardId: string;
  customerId: string;
  holderId: string;
  /** Who opened it. */
  userId: string;
  bankholderId: string;
  merchant: string;
  state: DisputeState;
  answerBy: string | null;
  at: string;
}>;
export const cardDisputeChanged = defineEvent<CardDisputeEvent>('card_dispute.changed');

/** A firm has not added the receipt of a payment in time. */
export type CardReceiptMissing = Readonly<{
  paymentId: string;
  cardId: string;
  customerId: string;
  holderId: string;
  merchant: string;
  day: string;
}>;
export const cardReceiptMissing = defineEvent<CardReceiptMissing>('card_payment.receipt_missing');

/** Everything that an account was short after card payments is paid. */
export type CardShortfallRecovered = Readonly<{
  customerId: string;
  bankholderId: string;
  cardId: string;
  holderIds: readonly string[];
  amount: string;
  currency: Currency;
  /** Whether all cards concerned can be used again: one may be stopped for another reason, or have ended. */
  isUsable: boolean;
  at: string;
}>;
export const cardShortfallRecovered = defineEvent<CardShortfallRecovered>('card_payment.shortfall_recovered');

import { z } from 'zod';
import { AmountText, CalendarDate, CurrencyCode, Moment, Uid } from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';

/** How a card was used. `magstripe` means that the chip was not read. */
export const cardChannels = ['online', 'contactless', 'chip', 'magstripe', 'atm'] as const;
export const CardChannel = z.enum(cardChannels).meta({ id: 'CardChannel' });
export type CardChannel = z.infer<typeof CardChannel>;

/** Why a card payment was declined, by us or by the issuer processor. */
export const cardPaymentDeclineCodes = [
  'insufficient_funds',
  'over_payment_limit',
  'over_daily_limit',
  'over_monthly_limit',
  'channel_off',
  'card_frozen',
  'card_stopped',
  'card_inactive',
  'card_blocked',
  'card_expired',
  'account_restricted',
  'merchant_not_allowed',
  'wrong_pin',
  'wrong_details',
  'suspected_fraud',
  'not_available',
] as const;
export const CardPaymentDeclineCode = z.enum(cardPaymentDeclineCodes).meta({ id: 'CardPaymentDeclineCode' });
export type CardPaymentDeclineCode = z.infer<typeof CardPaymentDeclineCode>;

export const Merchant = z.object({
  name: freeText().min(1).max(60),
  city: freeText().max(40),
  country: z.string().regex(/^[A-Z]{2}$/),
  /** Merchant category code of ISO 18245. */
  category: z.string().regex(/^\d{4}$/),
});
export type Merchant = z.infer<typeof Merchant>;

const Amount = z.object({ amount: AmountText, currency: CurrencyCode });

/**
 * Asked while the customer stands at the till. Until `answerBy` our answer counts; after that the processor's stand-in
 * has answered in our place, and a report says how. The same `requestId` gets the same answer.
 */
export const CardAuthorisation = z.object({
  requestId: Uid,
  /** One id for everything that belongs to one payment: increments, clearing, refunds. */
  paymentId: Uid,
  cardId: Uid,
  /** `verification` holds nothing: the merchant only asks whether the card is good. */
  kind: z.enum(['payment', 'increment', 'verification']),
  at: Moment,
  answerBy: Moment,
  merchant: Merchant,
  channel: CardChannel,
  /** What the merchant asks for. For an increment: what is added. */
  original: Amount,
  /** The same in a currency in which we settle with the processor. */
  billing: Amount,
  /** The merchant can take less, for example at a petrol pump. */
  partialAllowed: z.boolean(),
});
export type CardAuthorisation = z.infer<typeof CardAuthorisation>;

export const CardAuthorisationAnswer = z.object({
  decision: z.enum(['approved', 'declined']),
  /** In the billing currency. Less than asked only where a part was allowed; zero if declined. */
  approved: AmountText,
  declineCode: CardPaymentDeclineCode.nullable(),
});
export type CardAuthorisationAnswer = z.infer<typeof CardAuthorisationAnswer>;

/**
 * Where one card payment stands at the processor. Amounts are totals and not changes, so a report makes up for every
 * earlier one that was lost; one with a lower sequence than an earlier one is outdated.
 */
export const CardPaymentReport = z.object({
  kind: z.literal('payment'),
  paymentId: Uid,
  cardId: Uid,
  sequence: z.int().positive(),
  merchant: Merchant,
  channel: CardChannel,
  /** `none`: cleared or refunded without an authorisation, as in an aeroplane. */
  decidedBy: z.enum(['larkmere', 'stand_in', 'processor', 'none']),
  declineCode: CardPaymentDeclineCode.nullable(),
  billingCurrency: CurrencyCode,
  originalCurrency: CurrencyCode,
  /** Still held, in the billing currency. Zero once all is cleared, reversed or expired. */
  held: AmountText,
  /** Taken, refunded and charged back so far, in the billing currency and in the merchant's. */
  cleared: AmountText,
  refunded: AmountText,
  clearedOriginal: AmountText,
  refundedOriginal: AmountText,
  at: Moment,
});
export type CardPaymentReport = z.infer<typeof CardPaymentReport>;

export const cardOrderStates = [
  'placed',
  'checks',
  'printing',
  'shipped',
  'delivered',
  'activated',
  'cancelled',
  'returned',
] as const;
export const CardOrderState = z.enum(cardOrderStates).meta({ id: 'CardOrderState' });
export type CardOrderState = z.infer<typeof CardOrderState>;

/** Where the order of one card stands. A virtual card has no order: it is active at once. */
export const CardOrderReport = z.object({
  kind: z.literal('order'),
  cardId: Uid,
  sequence: z.int().positive(),
  state: CardOrderState,
  /** Of the delivery service. */
  tracking: freeText().max(60).nullable(),
  expectedOn: CalendarDate.nullable(),
});
export type CardOrderReport = z.infer<typeof CardOrderReport>;

export const cardDisputeStates = ['received', 'documents_wanted', 'with_merchant', 'won', 'lost'] as const;
export const CardDisputeState = z.enum(cardDisputeStates).meta({ id: 'CardDisputeState' });
export type CardDisputeState = z.infer<typeof CardDisputeState>;

/** A dispute that is won comes with a payment report whose `refunded` is higher. */
export const CardDisputeReport = z.object({
  kind: z.literal('dispute'),
  disputeId: Uid,
  sequence: z.int().positive(),
  state: CardDisputeState,
  /** By when documents must arrive. */
  answerBy: CalendarDate.nullable(),
});
export type CardDisputeReport = z.infer<typeof CardDisputeReport>;

/** What the processor took from our settlement account for one banking day in one currency. */
export const CardSettlementReport = z.object({
  kind: z.literal('settlement'),
  settlementId: z.string().regex(/^[A-Z0-9-]{6,30}$/),
  day: CalendarDate,
  currency: CurrencyCode,
  cleared: AmountText,
  refunded: AmountText,
  lines: z.int().nonnegative(),
});
export type CardSettlementReport = z.infer<typeof CardSettlementReport>;

export const CardIssuerReport = z.discriminatedUnion('kind', [
  CardPaymentReport,
  CardOrderReport,
  CardDisputeReport,
  CardSettlementReport,
]);
export type CardIssuerReport = z.infer<typeof CardIssuerReport>;

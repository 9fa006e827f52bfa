import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import {
  AmountText,
  BankHolderId,
  CurrencyCode,
  EmptyInput,
  Idempotency,
  Moment,
  MoneyView,
  OptionalIdempotency,
  Uid,
} from '../platform/fields.ts';
import { PendingStatus } from '../platform/pending-status.ts';
import { CardBrand, CardFunding } from './card.ts';

export const TopUpState = z
  .enum([
    'created',
    'awaiting_challenge',
    'authorised',
    'captured',
    'declined',
    'cancelled',
    'expired',
    'refunded',
    'charged_back',
  ])
  .meta({ id: 'TopUpState' });
export type TopUpState = z.infer<typeof TopUpState>;

export const TopUpView = z
  .object({
    uid: Uid,
    reference: z.string(),
    bankholderid: BankHolderId,
    /** What the wallet gets. */
    amount: MoneyView,
    fee: MoneyView,
    /** What the card pays: amount and fee. */
    charge: MoneyView,
    card: z.object({ brand: CardBrand, last4: z.string() }),
    state: TopUpState,
    /** Why it was declined, and what to do. */
    reason: z.string().nullable(),
    /** The page of the card’s bank where its holder confirms. Only for the person who started it. */
    challengeUrl: z.url({ protocol: /^https?$/ }).nullable(),
    expiresAt: Moment,
    waiting: PendingStatus.nullable(),
    createdAt: Moment,
    timeline: z.array(z.object({ state: TopUpState, at: Moment })),
  })
  .meta({ id: 'TopUp' });
export type TopUpView = z.infer<typeof TopUpView>;

export const CardPriceView = z
  .object({
    currency: CurrencyCode,
    /** Hundredths of a percent of the amount, rounded half up to a minor unit. */
    feeBps: z.int(),
    minimum: MoneyView,
    maximum: MoneyView,
    /** What may still be added by card today. */
    leftToday: MoneyView,
    acceptedFunding: z.array(CardFunding),
  })
  .meta({ id: 'CardPrice' });
export type CardPriceView = z.infer<typeof CardPriceView>;

export const options = endpoint({
  method: 'GET',
  path: '/v1/wallet/topup/options',
  access: 'payment',
  about: 'Price and limits of adding money by card, by currency, and the address of the processor’s card form.',
  input: EmptyInput,
  reply: z.object({ available: z.boolean(), prices: z.array(CardPriceView), cardFormUrl: z.url() }),
  refusals: [],
});

export const start = endpoint({
  method: 'POST',
  path: '/v1/wallet/topup',
  access: 'payment',
  accountAction: 'receive',
  about:
    'Charges a saved card, or one whose token came from the processor’s form. The wallet is credited once, when the processor says that it captured the money.',
  input: z.strictObject({
    bankholderid: BankHolderId,
    amount: AmountText,
    currency: CurrencyCode,
    /** As displayed: another fee is refused. */
    fee: AmountText,
    /** Exactly one of both. */
    token: z
      .string()
      .regex(/^tok_[\w-]{20,80}$/)
      .optional(),
    cardId: Uid.optional(),
    saveCard: z.boolean().default(false),
    idempotency: Idempotency,
  }),
  reply: TopUpView,
  refusals: [
    'account_not_usable',
    'amount_invalid',
    'card_not_accepted',
    'card_processor_unavailable',
    'limit_exceeded',
    'not_found',
    'price_changed',
    'service_off',
    'validation_failed',
  ],
});

export const view = endpoint({
  method: 'GET',
  path: '/v1/wallet/topup/{id}',
  access: 'payment',
  background: true,
  about: 'Where one top-up stands. Captured means: the money is in the wallet.',
  input: z.strictObject({ id: Uid }),
  reply: TopUpView,
  refusals: ['not_found'],
});

export const cancel = endpoint({
  method: 'POST',
  path: '/v1/wallet/topup/{id}/cancel',
  access: 'payment',
  accountAction: 'stop',
  about:
    'Asks the processor to stop a top-up whose confirmation was closed. Money that was captured before is credited.',
  input: z.strictObject({ id: Uid, idempotency: Idempotency }),
  reply: TopUpView,
  refusals: ['not_found', 'invalid_transition'],
});

export const cardDeclineCodes = [
  'do_not_honour',
  'insufficient_funds',
  'lost_card',
  'expired_card',
  'incorrect_cvc',
  'issuer_unavailable',
  'limit_exceeded',
  'fraud_suspected',
  'authentication_failed',
] as const;

/** What the card processor says about one payment. A report with a lower sequence than an earlier one is outdated. */
export const CardReport = z.object({
  paymentId: Uid,
  status: z.enum([
    'awaiting_challenge',
    'authorised',
    'captured',
    'declined',
    'cancelled',
    'expired',
    'refunded',
    'charged_back',
  ]),
  sequence: z.int().positive(),
  amount: AmountText,
  currency: CurrencyCode,
  declineCode: z.enum(cardDeclineCodes).nullable(),
  card: z
    .object({
      brand: CardBrand,
      funding: CardFunding,
      country: z.string(),
      last4: z.string().regex(/^\d{4}$/),
      expiryMonth: z.int(),
      expiryYear: z.int(),
    })
    .nullable(),
  /** The token of a card that was kept because the customer asked for it. */
  savedCardId: z.string().max(100).nullable(),
});
export type CardReport = z.infer<typeof CardReport>;

export const receiveEvent = endpoint({
  method: 'POST',
  path: '/v1/card/event',
  access: 'rail',
  about:
    'Takes one signed report of the card processor. Repeated and outdated ones change nothing. The sequence counts the reports about one payment.',
  input: z.strictObject({ eventId: Uid, at: Moment, report: CardReport, ...OptionalIdempotency }),
  reply: z.object({ applied: z.boolean() }),
  refusals: ['not_found'],
});

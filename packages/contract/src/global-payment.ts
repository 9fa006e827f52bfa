import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  AmountText,
  BankHolderId,
  CurrencyCode,
  Day,
  DraftUid,
  Empty,
  Idempotency,
  Moment,
  MoneyView,
  PinApproval,
  Uid,
} from './fields.ts';
import { ExchangeView } from './fx.ts';
import { PaymentView, PriceView } from './payment.ts';
import { ApprovedBackground, PaymentBackground } from './payment-background.ts';
import { AmountSide, evidenceRefusals, PaymentEvidence } from './payment-evidence.ts';
import { SepaReference } from './send-payment.ts';

/** SHA: each side bears the charges of its own banks. OUR: the payer bears all of them. */
export const ChargeType = z.enum(['SHA', 'OUR']).meta({ id: 'ChargeType' });
export type ChargeType = z.infer<typeof ChargeType>;

/** From bank to bank by SWIFT, or by the own rails of the payee's country: Fedwire in the USA, the local ones elsewhere. */
export const PaymentRoute = z.enum(['local', 'swift']).meta({ id: 'PaymentRoute' });

/** What banks abroad carry: the letters and signs of SEPA. */
export const SwiftReference = SepaReference;

/** What the PIN of every payment abroad is for. */
const Approved = {
  sourceBankholderId: BankHolderId,
  payeeUid: Uid,
  payeeVersion: z.int().positive(),
  /** The fee shown to the customer; another one by now is a refusal, never a surprise. */
  fee: AmountText,
  reference: SwiftReference,
  chargeType: ChargeType,
  draftUid: DraftUid,
};

/** What every payment abroad is asked with. */
export const Sending = {
  ...PaymentBackground,
  ...PaymentEvidence,
  ...Approved,
  approval: PinApproval,
  /** The customer saw the warning about an equal payment and means it. */
  confirmDuplicate: z.boolean().optional(),
  idempotency: Idempotency,
};

const Same = z.strictObject({
  ...Sending,
  amount: AmountText,
  currency: CurrencyCode,
  /** `target`: so much arrives, which holds where no bank on the way keeps anything. */
  amountSide: AmountSide.optional(),
  route: PaymentRoute,
  /** The later day on which it is to leave. No money is set aside before; `fee` is then the most that it may cost. */
  executionDate: Day.optional(),
});
/** Where colleagues have to approve it, at the rate of then: what may leave at most, or be sent at least, as the price or `approval_required` told. */
export const Worst = AmountText.optional();
const AtQuote = z.strictObject({ ...Sending, quoteId: Uid, worst: Worst });

const sendingRefusals = [
  'not_found',
  'account_not_usable',
  'account_restricted',
  'payer_address_missing',
  'payee_not_approved',
  'unsupported_destination',
  'swift_not_enabled',
  'payee_changed',
  'name_check_forbidden',
  'amount_invalid',
  'execution_date_invalid',
  'insufficient_funds',
  'limit_exceeded',
  'duplicate_suspected',
  'access_denied',
  'approval_required',
  'price_changed',
  'approval_invalid',
  ...evidenceRefusals,
  'pin_cooling',
  'service_off',
  'invalid_transition',
] as const;

export const sendSame = endpoint({
  method: 'POST',
  path: '/v1/payment/global/samecurrency',
  access: 'payment',
  about:
    'Sends money abroad in the currency of the account: by SWIFT, or with `route` `local` by Fedwire and the local rails to the payees that have them. Sets it aside and queues the payment; the approval of the PIN is redeemed in the same transaction.',
  input: Same,
  reply: PaymentView,
  refusals: sendingRefusals,
});

/** Refusals of a payment that is exchanged on its way. */
export const crossRefusals = [
  ...sendingRefusals,
  'quote_expired',
  'quote_used',
  'rate_moved',
  'market_closed',
  'pair_unavailable',
  'rate_unavailable',
] as const;

export const sendCross = endpoint({
  method: 'POST',
  path: '/v2/payment/global/crosscurrency',
  access: 'payment',
  about:
    'Sends money abroad out of an account of another currency, at a locked quote: exchange and payment are one transfer, made or not made together. What comes of the quote is what is sent; the type of the payee says by which rail. What colleagues have to approve is exchanged when they do, within `worst`.',
  input: AtQuote,
  reply: PaymentView,
  refusals: crossRefusals,
});

export const isActive = endpoint({
  method: 'GET',
  path: '/v1/payment/global/crosscurrency/serviceisactive',
  access: 'payment',
  background: true,
  about: 'Whether payments out of another currency can be made now; what is said when not, and until when, if we know.',
  input: Empty,
  reply: z.object({
    active: z.boolean(),
    mode: z.enum(['on', 'off']),
    message: z.string().nullable(),
    until: Moment.nullable(),
  }),
  refusals: [],
});

export const sendPending = endpoint({
  method: 'POST',
  path: '/v1/payment/pending-swift',
  access: 'payment',
  about:
    'Makes a payment abroad in the currency of the account. Where documents are mandatory it is `in_review` and `documents.required` names them; else it goes on at once.',
  input: Same,
  reply: PaymentView,
  refusals: sendingRefusals,
});

/** What the PIN approves: a payment abroad in the currency of its account. */
export const GlobalSamePurpose = z.strictObject({
  ...Approved,
  ...ApprovedBackground,
  operation: z.literal('payment.global.same'),
  amount: AmountText,
  currency: CurrencyCode,
  route: PaymentRoute,
  executionDate: Day.optional(),
  paymentIdempotency: Idempotency,
});

/** What the PIN approves: a payment abroad out of another currency: the quote, and what it says of both sides. */
export const GlobalCrossPurpose = z.strictObject({
  ...Approved,
  ...ApprovedBackground,
  operation: z.literal('payment.global.cross'),
  quoteId: Uid,
  amount: AmountText,
  currency: CurrencyCode,
  buyAmount: AmountText,
  buyCurrency: CurrencyCode,
  worst: Worst,
  paymentIdempotency: Idempotency,
});

/** A payment's price with the banks on the way in it. */
export const GlobalPriceView = PriceView.extend({
  chargeType: ChargeType,
  /** What leaves for the payee: the payment itself, or what is sold for it. */
  sent: MoneyView,
  /** What banks on the way are expected to keep. */
  thirdParty: MoneyView,
  exchange: ExchangeView.nullable(),
  /**
   * Colleagues have to approve it, which a rate does not wait for: what leaves with the fee at most and is sent at least at
   * the rate of then, and `worst` to agree to it with.
   */
  team: z.object({ most: MoneyView, least: MoneyView, worst: AmountText }).nullable(),
}).meta({ id: 'GlobalPrice' });
export type GlobalPriceView = z.infer<typeof GlobalPriceView>;

export const price = endpoint({
  method: 'GET',
  path: '/v1/payment/global/price',
  access: 'payment',
  background: true,
  about:
    'What a payment abroad costs, what banks on the way are expected to keep, what arrives and when: to this payee, or by SWIFT to anybody. `quoteId` for one that is exchanged.',
  input: z.strictObject({
    sourceBankholderId: BankHolderId,
    amount: AmountText,
    currency: CurrencyCode,
    chargeType: ChargeType,
    quoteId: Uid.optional(),
    payeeUid: Uid.optional(),
    executionDate: Day.optional(),
  }),
  reply: GlobalPriceView,
  refusals: [
    'not_found',
    'unsupported_destination',
    'swift_not_enabled',
    'amount_invalid',
    'execution_date_invalid',
    'service_off',
  ],
});

export const detail = endpoint({
  method: 'GET',
  path: '/v1/payment/pending-swift/{id}',
  access: 'swiftpending',
  background: true,
  about: 'One payment abroad with its timeline.',
  input: z.strictObject({ id: Uid }),
  reply: PaymentView,
  refusals: ['not_found'],
});

/** One bank on the way, as the SWIFT tracker told of it. */
export const TrackedBank = z
  .object({
    bic: z.string().nullable(),
    name: z.string().nullable(),
    at: Moment,
    step: z.enum(['passed_on', 'not_tracked', 'not_today', 'documents', 'cover', 'credited', 'refused']),
    kept: MoneyView.nullable(),
  })
  .meta({ id: 'TrackedBank' });
export type TrackedBank = z.infer<typeof TrackedBank>;

export const tracking = endpoint({
  method: 'GET',
  path: '/v1/payment/pending-swift/{id}/tracking',
  access: 'swiftpending',
  background: true,
  about: 'Which banks a payment abroad has reached, when, and what each kept.',
  input: z.strictObject({ id: Uid }),
  reply: z.object({ uetr: z.string(), banks: z.array(TrackedBank) }),
  refusals: ['not_found'],
});

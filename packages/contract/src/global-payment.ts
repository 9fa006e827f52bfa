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

/** SHA: each side pays its own banks' charges. OUR: the payer pays all of them. */
export const ChargeType = z.enum(['SHA', 'OUR']).meta({ id: 'ChargeType' });
export type ChargeType = z.infer<typeof ChargeType>;

/** `local`: Fedwire in the USA and domestic rails of other countries. */
export const PaymentRoute = z.enum(['local', 'swift']).meta({ id: 'PaymentRoute' });

export const SwiftReference = SepaReference;

const Approved = {
  sourceBankholderId: BankHolderId,
  payeeUid: Uid,
  payeeVersion: z.int().positive(),
  /** The fee displayed to the customer. If the fee has changed, the payment is refused. */
  fee: AmountText,
  reference: SwiftReference,
  chargeType: ChargeType,
  draftUid: DraftUid,
};

export const Sending = {
  ...PaymentBackground,
  ...PaymentEvidence,
  ...Approved,
  approval: PinApproval,
  confirmDuplicate: z.boolean().optional(),
  idempotency: Idempotency,
};

const Same = z.strictObject({
  ...Sending,
  amount: AmountText,
  currency: CurrencyCode,
  /** `target`: the payee receives this amount, unless an intermediary bank deducts charges. */
  amountSide: AmountSide.optional(),
  route: PaymentRoute,
  executionDate: Day.optional(),
});
/**
 * Agreed worst case if colleagues approve later at the rate of that moment: maximum debit or minimum amount sent, as
 * the price or `approval_required` stated.
 */
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

export const GlobalPriceView = PriceView.extend({
  chargeType: ChargeType,
  sent: MoneyView,
  thirdParty: MoneyView,
  exchange: ExchangeView.nullable(),
  /**
   * Set if colleagues must approve, because a rate cannot wait for them: maximum debit with fee and minimum amount
   * sent. `worst` is sent back to agree to them.
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

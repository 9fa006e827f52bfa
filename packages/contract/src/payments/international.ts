import { z } from 'zod';
import { ExchangeView } from '../fx/conversion.ts';
import { NewPayee } from '../payees/new-payee.ts';
import { endpoint } from '../platform/endpoint.ts';
import {
  AmountText,
  BankHolderId,
  CalendarDate,
  CurrencyCode,
  DraftUid,
  EmptyInput,
  Idempotency,
  Moment,
  MoneyView,
  PinAuthorisation,
  Uid,
} from '../platform/fields.ts';
import { SepaReference } from './domestic.ts';
import { PaymentView, PriceView } from './payment.ts';
import { AuthorisedRegulatoryInformation, RegulatoryInformationInput } from './regulatory-information.ts';
import { AuthorisedRestFrom, RestFrom, restRefusals } from './rest-from.ts';
import { AmountSide, SupportingDocuments, supportingDocumentRefusals } from './supporting-documents.ts';

/** SHA: each side pays its own banks' charges. OUR: the payer pays all of them. */
export const ChargeType = z.enum(['SHA', 'OUR']).meta({ id: 'ChargeType' });
export type ChargeType = z.infer<typeof ChargeType>;

/** `local`: Fedwire in the USA and domestic rails of other countries. */
export const PaymentRoute = z.enum(['local', 'swift']).meta({ id: 'PaymentRoute' });

export const SwiftReference = SepaReference;

const AuthorisedTerms = {
  sourceBankholderId: BankHolderId,
  payeeUid: Uid,
  payeeVersion: z.int().positive(),
  newPayee: NewPayee.optional(),
  /** The fee displayed to the customer. If the fee has changed, the payment is refused. */
  fee: AmountText,
  reference: SwiftReference,
  chargeType: ChargeType,
  draftUid: DraftUid,
};

export const InternationalInput = {
  ...RegulatoryInformationInput,
  ...SupportingDocuments,
  ...AuthorisedTerms,
  authorisation: PinAuthorisation,
  confirmDuplicate: z.boolean().optional(),
  idempotency: Idempotency,
};

const SameCurrencyInput = z.strictObject({
  ...InternationalInput,
  amount: AmountText,
  currency: CurrencyCode,
  /** `target`: the payee receives this amount, unless an intermediary bank deducts charges. */
  amountSide: AmountSide.optional(),
  route: PaymentRoute,
  executionDate: CalendarDate.optional(),
  restFrom: RestFrom.optional(),
});
/**
 * Agreed worst case if colleagues approve later at the rate of that moment: maximum debit or minimum amount sent, as
 * the price or `approval_required` stated.
 */
export const WorstCase = AmountText.optional();
const AtQuoteInput = z.strictObject({ ...InternationalInput, quoteId: Uid, worstCase: WorstCase });

const sendRefusals = [
  'not_found',
  'account_not_usable',
  'account_restricted',
  'payer_address_missing',
  'payee_not_approved',
  'unsupported_destination',
  'swift_not_enabled',
  'payee_changed',
  'payee_exists',
  'name_check_forbidden',
  'amount_invalid',
  'execution_date_invalid',
  'insufficient_funds',
  'limit_exceeded',
  'duplicate_suspected',
  'access_denied',
  'approval_required',
  'price_changed',
  'authorisation_invalid',
  ...supportingDocumentRefusals,
  ...restRefusals,
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
  input: SameCurrencyInput,
  reply: PaymentView,
  refusals: sendRefusals,
});

export const crossCurrencyRefusals = [...sendRefusals, 'reference_invalid'] as const;

export const sendCross = endpoint({
  method: 'POST',
  path: '/v2/payment/global/crosscurrency',
  access: 'payment',
  about:
    'Sends money out of an account of another currency, at a locked quote: exchange and payment are one transfer, made or not made together. What comes of the quote is what is sent; the type of the payee says by which rail, so a payee in the UK, the SEPA area or Thailand is paid as at home. What colleagues have to approve is exchanged when they do, within `worst`.',
  input: AtQuoteInput,
  reply: PaymentView,
  refusals: crossCurrencyRefusals,
});

export const isActive = endpoint({
  method: 'GET',
  path: '/v1/payment/global/crosscurrency/serviceisactive',
  access: 'payment',
  background: true,
  about: 'Whether payments out of another currency can be made now; what is said when not, and until when, if we know.',
  input: EmptyInput,
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
  input: SameCurrencyInput,
  reply: PaymentView,
  refusals: sendRefusals,
});

export const InternationalSamePurpose = z.strictObject({
  ...AuthorisedTerms,
  ...AuthorisedRegulatoryInformation,
  operation: z.literal('payment.global.same'),
  amount: AmountText,
  currency: CurrencyCode,
  route: PaymentRoute,
  executionDate: CalendarDate.optional(),
  restFrom: AuthorisedRestFrom.optional(),
  paymentIdempotency: Idempotency,
});

export const InternationalCrossPurpose = z.strictObject({
  ...AuthorisedTerms,
  ...AuthorisedRegulatoryInformation,
  operation: z.literal('payment.global.cross'),
  quoteId: Uid,
  amount: AmountText,
  currency: CurrencyCode,
  buyAmount: AmountText,
  buyCurrency: CurrencyCode,
  worstCase: WorstCase,
  paymentIdempotency: Idempotency,
});

export const InternationalPriceView = PriceView.extend({
  chargeType: ChargeType,
  sent: MoneyView,
  intermediaryCharges: MoneyView,
  exchange: ExchangeView.nullable(),
  /**
   * Set if colleagues must approve, because a rate cannot wait for them: maximum debit with fee and minimum amount
   * sent. `worst` is sent back to agree to them.
   */
  team: z.object({ maxDebit: MoneyView, minCredit: MoneyView, worstCase: AmountText }).nullable(),
}).meta({ id: 'InternationalPrice' });
export type InternationalPriceView = z.infer<typeof InternationalPriceView>;

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
    executionDate: CalendarDate.optional(),
  }),
  reply: InternationalPriceView,
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
    deducted: MoneyView.nullable(),
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

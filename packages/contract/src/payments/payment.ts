import { z } from 'zod';
import { ApprovalRequestSummary } from '../approvals/approval.ts';
import { ExchangeView } from '../fx/conversion.ts';
import { endpoint } from '../platform/endpoint.ts';
import {
  AmountText,
  BankHolderId,
  CalendarDate,
  CurrencyCode,
  EmptyInput,
  FeeLine,
  Moment,
  MoneyView,
  Uid,
} from '../platform/fields.ts';
import { RailName } from '../platform/rail-name.ts';
import { Arrival } from './arrival.ts';
import { TimelineStep } from './payment-timeline.ts';
import { regulatoryFields } from './regulatory-codes.ts';
import { DisplayedWarnings, PreviousAnswers, RegulatoryInformation } from './regulatory-information.ts';

export const PaymentState = z
  .enum([
    'draft',
    'awaiting_approval',
    'awaiting_sca',
    'scheduled',
    'awaiting_funds',
    'screening',
    'in_review',
    'info_required',
    'ready',
    'submitted',
    'sent',
    'completed',
    'returned',
    'rejected',
    'failed',
    'cancelled',
    'expired',
  ])
  .meta({ id: 'PaymentState' });
export type PaymentState = z.infer<typeof PaymentState>;

export const ReasonCode = z.enum([
  'documents_needed',
  'name_mismatch',
  'payee_bank_unavailable',
  'cut_off_missed',
  'limit_reached',
  'extra_checks',
  'unsupported_destination',
  'payee_details_invalid',
  'insufficient_funds',
  'vendor_delay',
  'service_queued',
  'account_frozen',
]);
export type ReasonCode = z.infer<typeof ReasonCode>;

export const ScheduleView = z
  .object({
    earliest: CalendarDate,
    latest: CalendarDate,
    executesOn: CalendarDate.nullable(),
    executesAt: Moment.nullable(),
  })
  .meta({ id: 'Plan' });
export type ScheduleView = z.infer<typeof ScheduleView>;

export const PriceView = z
  .object({
    amount: MoneyView,
    fee: MoneyView,
    standardFee: MoneyView,
    /** Parts of `fee`. */
    feeLines: z.array(FeeLine),
    freeTransfer: z.object({ used: z.boolean(), remaining: z.int() }),
    total: MoneyView,
    /** What the payee receives; an estimate if intermediary banks deduct charges. */
    arrives: MoneyView,
    totalCost: MoneyView,
    rail: z.string(),
    opensAt: Moment,
    cutOffAt: Moment.nullable(),
    /** Payments like this are accepted and wait until then; null in `until` without a known end. */
    queue: z.object({ message: z.string(), until: Moment.nullable() }).nullable(),
    arrival: Arrival,
    limit: z.object({
      min: z.string(),
      perPayment: z.string(),
      perDay: z.string(),
      /** Use of the daily limit, what remains and when it resets. */
      used: z.string(),
      remainingToday: z.string(),
      resetsAt: Moment,
      /** Limit for a payee whose account is new; null for an established one. */
      newPayeeLimit: z.object({ max: z.string(), remaining: z.string(), until: Moment }).nullable(),
      /** What an owner allows this member, in the currency of that limit; null: as much as the customer. */
      member: z
        .object({
          currency: CurrencyCode,
          /** What the payment counts as, at mid. */
          amount: z.string(),
          perPayment: z.string().nullable(),
          perDay: z.string().nullable(),
          used: z.string(),
          remainingToday: z.string().nullable(),
          resetsAt: Moment,
        })
        .nullable(),
    }),
    available: MoneyView,
    requiredFields: z.array(z.enum(regulatoryFields)),
    /** Of the required fields, what the last payment to this payee said. */
    previousAnswers: PreviousAnswers,
    /** Transliterated names if the rail cannot carry the original letters; otherwise null. */
    transliteratedNames: z.object({ payer: z.string().nullable(), payee: z.string().nullable() }),
    /** For a scheduled payment `fee` is the maximum, and `leftToday` is what remains on its execution date. */
    schedule: ScheduleView.nullable(),
  })
  .meta({ id: 'Price' });
export type PriceView = z.infer<typeof PriceView>;

export const RecallReason = z.enum(['duplicate', 'technical', 'fraud', 'changed_mind']).meta({ id: 'RecallReason' });
export type RecallReason = z.infer<typeof RecallReason>;

export const PaymentScheme = z.enum(['auto', 'sct', 'inst']).meta({ id: 'PaymentScheme' });
export type PaymentScheme = z.infer<typeof PaymentScheme>;

export const PaymentView = z
  .object({
    uid: Uid,
    reference: z.string(),
    state: PaymentState,
    kind: z.enum(['domestic', 'swift', 'global_same', 'global_cross', 'internal']),
    rail: z.string(),
    /** Pending status: who has to act, the reason, the next step, the next update and the deadline. */
    owner: z.enum(['you', 'team', 'us', 'bank', 'nobody']),
    reasonCode: ReasonCode.nullable(),
    reason: z.string().nullable(),
    nextStep: z.string().nullable(),
    nextUpdateAt: Moment.nullable(),
    deadlineAt: Moment.nullable(),
    createdAt: Moment,
    executionDate: CalendarDate.nullable(),
    source: z.object({ bankholderid: BankHolderId, currency: CurrencyCode }),
    payee: z.object({ uid: Uid, name: z.string(), summary: z.string() }),
    amount: MoneyView,
    fee: MoneyView,
    total: MoneyView,
    /** `rateOpen`: colleagues must approve first, and all amounts are worst-case figures until then. */
    exchange: ExchangeView.nullable(),
    /** What another balance paid, exchanged into the currency of `source`. */
    rest: ExchangeView.nullable(),
    rateOpen: z.boolean(),
    totalCost: MoneyView,
    arrives: MoneyView,
    /** `endToEndId` is the payer's own or our reference; `uetr` identifies the payment at every intermediary bank. */
    endToEndId: z.string(),
    uetr: z.string(),
    charges: z
      .object({ type: z.enum(['OUR', 'SHA', 'BEN']), expected: MoneyView, deducted: MoneyView.nullable() })
      .nullable(),
    freeTransfer: z.boolean(),
    payeeReference: z.string(),
    ...RegulatoryInformation,
    ...DisplayedWarnings,
    balanceAfter: MoneyView.nullable(),
    railReference: z.string().nullable(),
    arrival: Arrival,
    timeline: z.array(TimelineStep),
    nameCheck: z.object({ result: z.string(), actualName: z.string().nullable() }).nullable(),
    /** Document types required by a reviewer, and those uploaded and not refused. */
    documents: z.object({ required: z.array(z.string()), uploaded: z.array(z.string()) }),
    canUpload: z.boolean(),
    approvalRequest: ApprovalRequestSummary.nullable(),
    compensations: z.array(z.object({ amount: MoneyView, paidAt: Moment, reversedAt: Moment.nullable() })),
    canApprove: z.boolean(),
    canCancel: z.boolean(),
    canRecall: z.boolean(),
    recall: z
      .object({
        state: z.enum(['asked', 'pending', 'accepted', 'refused']),
        reason: RecallReason,
        requestedBy: z.object({ name: z.string(), isYou: z.boolean() }),
        requestedAt: Moment,
        answeredAt: Moment.nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'Payment' });
export type PaymentView = z.infer<typeof PaymentView>;

export const price = endpoint({
  method: 'GET',
  path: '/v1/payment/price',
  access: 'payment',
  background: true,
  about: 'What a payment costs, what arrives and when, before anything is promised.',
  input: z.strictObject({
    sourceBankholderId: BankHolderId,
    amount: AmountText,
    currency: z.enum(['GBP', 'EUR', 'THB']),
    scheme: PaymentScheme.optional(),
    executionDate: CalendarDate.optional(),
    payeeUid: Uid.optional(),
  }),
  reply: PriceView,
  refusals: ['not_found', 'amount_invalid', 'execution_date_invalid', 'service_off'],
});

export const listFreeTransfers = endpoint({
  method: 'GET',
  path: '/v1/payment/freetradelist',
  access: 'payment',
  about: 'Free transfers left; the counter is the length of the list.',
  input: EmptyInput,
  reply: z.array(
    z.object({
      uid: Uid,
      source: z.enum(['signup', 'referral', 'promo', 'goodwill']),
      appliesTo: z.array(RailName),
      maxAmount: AmountText.nullable(),
      currency: CurrencyCode.nullable(),
      expiresAt: Moment.nullable(),
      status: z.literal('available'),
    }),
  ),
  refusals: [],
});

export const domesticDetail = endpoint({
  method: 'GET',
  path: '/v1/payment/pending-domestic/{id}',
  access: 'payment',
  background: true,
  about: 'One payment with its timeline: where the money is, why, and what comes next.',
  input: z.strictObject({ id: Uid }),
  reply: PaymentView,
  refusals: ['not_found'],
});

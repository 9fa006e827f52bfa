import { z } from 'zod';
import { Arrival } from './arrival.ts';
import { endpoint } from './endpoint.ts';
import { AmountText, BankHolderId, CurrencyCode, Day, Empty, Moment, MoneyView, Uid } from './fields.ts';
import { ExchangeView } from './fx.ts';
import { SaidOfPayment, ToldOfPayment } from './payment-background.ts';
import { choiceNames } from './payment-choices.ts';
import { TimelineStep } from './payment-timeline.ts';
import { RailName } from './rail-name.ts';
import { TeamApprovalBadge } from './team-approval.ts';

/** States of a payment order (product.md B1), on whatever rail. */
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

/** Why a payment waits or ended, from the closed list a customer may see (product.md B1). */
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
]);
export type ReasonCode = z.infer<typeof ReasonCode>;

/** Between which days a payment can be planned; and for the day that was asked about, when it leaves. */
export const PlanView = z
  .object({ earliest: Day, latest: Day, leavesOn: Day.nullable(), leavesAt: Moment.nullable() })
  .meta({ id: 'Plan' });
export type PlanView = z.infer<typeof PlanView>;

/** The same figures in the same order from the first keystroke to the receipt. */
export const PriceView = z
  .object({
    amount: MoneyView,
    fee: MoneyView,
    /** What the fee would be without a free transfer. */
    standardFee: MoneyView,
    freeTransfer: z.object({ used: z.boolean(), left: z.int() }),
    total: MoneyView,
    /** What the payee gets; an estimate where banks on the way keep part of it. */
    arrives: MoneyView,
    /** Our fees, our margin where something is exchanged, and what banks on the way keep, in the currency that leaves. */
    totalCost: MoneyView,
    rail: z.string(),
    /** When the rail takes it, and until when on that day; no cut-off where it works around the clock. */
    opensAt: Moment,
    cutOffAt: Moment.nullable(),
    arrival: Arrival,
    limit: z.object({
      least: z.string(),
      perPayment: z.string(),
      perDay: z.string(),
      /** Of the limit of the day, and what is left of it until it is whole again. */
      used: z.string(),
      leftToday: z.string(),
      resetsAt: Moment,
      /** The most that may go to a payee whose account is new, what is left of it, and until when; null: it is known. */
      firstDay: z.object({ most: z.string(), left: z.string(), until: Moment }).nullable(),
    }),
    available: MoneyView,
    /** What the partner behind this way insists on knowing of the payment. */
    asks: z.array(z.enum(choiceNames)),
    /** The names of payer and payee as they travel, where the rail has no such letters; null: as they stand. */
    travels: z.object({ payer: z.string().nullable(), payee: z.string().nullable() }),
    /** `fee` of a planned payment is the most that it will cost; `leftToday` is then what is left of its own day. */
    plan: PlanView.nullable(),
  })
  .meta({ id: 'Price' });
export type PriceView = z.infer<typeof PriceView>;

/** Why somebody wants a payment back. */
export const RecallReason = z.enum(['duplicate', 'technical', 'fraud', 'changed_mind']).meta({ id: 'RecallReason' });
export type RecallReason = z.infer<typeof RecallReason>;

/** How euros travel: `auto` goes at once where the amount allows it. */
export const PaymentScheme = z.enum(['auto', 'sct', 'inst']).meta({ id: 'PaymentScheme' });
export type PaymentScheme = z.infer<typeof PaymentScheme>;

export const PaymentView = z
  .object({
    uid: Uid,
    reference: z.string(),
    state: PaymentState,
    kind: z.enum(['domestic', 'swift', 'global_same', 'global_cross', 'internal']),
    rail: z.string(),
    /** Waiting or ended: with whom the ball lies, why, what comes next, when we say more, and the outer limit. */
    owner: z.enum(['you', 'team', 'us', 'bank', 'nobody']),
    reasonCode: ReasonCode.nullable(),
    reason: z.string().nullable(),
    nextStep: z.string().nullable(),
    nextUpdateAt: Moment.nullable(),
    deadlineAt: Moment.nullable(),
    createdAt: Moment,
    /** The day on which a planned payment leaves; null: at once. */
    executionDate: Day.nullable(),
    source: z.object({ bankholderid: BankHolderId, currency: CurrencyCode }),
    payee: z.object({ uid: Uid, name: z.string(), summary: z.string() }),
    amount: MoneyView,
    fee: MoneyView,
    total: MoneyView,
    /** Where it is paid out of another currency. `rateOpen`: colleagues approve it first, and all figures are the worst that may come of it at the rate of then. */
    exchange: ExchangeView.nullable(),
    rateOpen: z.boolean(),
    /** Our fees, our margin, and what banks on the way keep, in the currency that leaves. */
    totalCost: MoneyView,
    arrives: MoneyView, // an estimate until it is there
    /** What travels to the payee: the payer's own number, or our reference; and the number by which every bank on the way knows it. */
    endToEndId: z.string(),
    uetr: z.string(),
    /** Who bears what the banks on the way keep; what that was expected to be, and what it was. Null where none is on the way. */
    charges: z
      .object({ type: z.enum(['OUR', 'SHA', 'BEN']), expected: MoneyView, kept: MoneyView.nullable() })
      .nullable(),
    freeTransfer: z.boolean(),
    payeeReference: z.string(),
    ...SaidOfPayment,
    ...ToldOfPayment,
    /** What was left available in the account when its money was set aside; null while nothing is. */
    balanceAfter: MoneyView.nullable(),
    railReference: z.string().nullable(),
    arrival: Arrival,
    timeline: z.array(TimelineStep),
    nameCheck: z.object({ result: z.string(), actualName: z.string().nullable() }).nullable(),
    /** Kinds of documents that a person here wants to see before it goes on, and kinds that were sent and not refused. */
    documents: z.object({ required: z.array(z.string()), uploaded: z.array(z.string()) }),
    canUpload: z.boolean(),
    /** The approval of colleagues, where a rule asks for one: as it stands, or how it ended last. */
    teamApproval: TeamApprovalBadge.nullable(),
    /** What we paid for its delay, the first first, and what of that we took back because it was paid by mistake. */
    compensations: z.array(z.object({ amount: MoneyView, paidAt: Moment, takenBackAt: Moment.nullable() })),
    canApprove: z.boolean(),
    canCancel: z.boolean(),
    canRecall: z.boolean(),
    /** The wish to have it back, and what became of it. */
    recall: z
      .object({
        state: z.enum(['asked', 'pending', 'accepted', 'refused']),
        reason: RecallReason,
        askedAt: Moment,
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
    executionDate: Day.optional(),
    /** Whom it is for, where that is known: a new payee gets less at first. */
    payeeUid: Uid.optional(),
  }),
  reply: PriceView,
  refusals: ['not_found', 'amount_invalid', 'execution_date_invalid', 'service_off'],
});

export const freeTrades = endpoint({
  method: 'GET',
  path: '/v1/payment/freetradelist',
  access: 'payment',
  about: 'Free transfers left; the counter is the length of the list.',
  input: Empty,
  reply: z.array(
    z.object({
      uid: Uid,
      source: z.enum(['signup', 'referral', 'promo', 'goodwill']),
      /** By which rails a payment has to go to be free. */
      appliesTo: z.array(RailName),
      /** The most that a payment may carry to be free, in this currency and in no other; null: any amount of any. */
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

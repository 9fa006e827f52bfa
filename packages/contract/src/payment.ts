import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { AmountText, BankHolderId, CurrencyCode, Day, Empty, Idempotency, Moment, MoneyView, Uid } from './fields.ts';

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

/** The same figures in the same order from the first keystroke to the receipt. */
export const PriceView = z
  .object({
    amount: MoneyView,
    fee: MoneyView,
    /** What the fee would be without a free transfer. */
    standardFee: MoneyView,
    freeTransfer: z.object({ used: z.boolean(), left: z.int() }),
    total: MoneyView,
    arrival: z.object({ earliest: Moment, latest: Moment }),
    limit: z.object({ perPayment: z.string(), leftToday: z.string() }),
    available: MoneyView,
  })
  .meta({ id: 'Price' });
export type PriceView = z.infer<typeof PriceView>;

export const TimelineStep = z.object({
  step: z.enum([
    'made',
    'approved',
    'checked',
    'handed_over',
    'sent',
    'arrived',
    'returned',
    'rejected',
    'failed',
    'cancelled',
    'expired',
  ]),
  state: z.enum(['done', 'now', 'next', 'failed']),
  at: Moment.nullable(),
  expected: Moment.nullable(),
  note: z.string().nullable(),
});

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
    source: z.object({ bankholderid: BankHolderId, currency: CurrencyCode }),
    payee: z.object({ uid: Uid, name: z.string(), summary: z.string() }),
    amount: MoneyView,
    fee: MoneyView,
    total: MoneyView,
    freeTransfer: z.boolean(),
    payeeReference: z.string(),
    railReference: z.string().nullable(),
    arrival: z.object({ earliest: Moment, latest: Moment }),
    timeline: z.array(TimelineStep),
    nameCheck: z.object({ result: z.string(), actualName: z.string().nullable() }).nullable(),
    /** Kinds of documents that a person here wants to see before the payment goes on. */
    documentsRequired: z.array(z.string()),
    canCancel: z.boolean(),
  })
  .meta({ id: 'Payment' });
export type PaymentView = z.infer<typeof PaymentView>;

export const PaymentReference = z
  .string()
  .trim()
  .min(1, 'Enter a reference')
  .max(18, 'A reference has at most 18 characters')
  .regex(/^[A-Za-z0-9 -]+$/, 'Only letters, numbers, spaces and hyphens');

export const sendGbp = endpoint({
  method: 'POST',
  path: '/v1/payment/GBP',
  access: 'payment',
  about:
    'Sends pounds inside the UK by Faster Payments. Sets the money aside and queues the payment; the approval of the PIN is redeemed in the same transaction.',
  input: z.strictObject({
    sourceBankholderId: BankHolderId,
    payeeUid: Uid,
    payeeVersion: z.int().positive(),
    amount: AmountText,
    currency: z.literal('GBP'),
    /** The fee shown to the customer; another one by now is a refusal, never a surprise. */
    fee: AmountText,
    reference: PaymentReference,
    approval: z.string().min(20).max(100),
    /** The customer saw the warning about an equal payment and means it. */
    confirmDuplicate: z.boolean().optional(),
    idempotency: Idempotency,
  }),
  reply: PaymentView,
  refusals: [
    'not_found',
    'account_not_usable',
    'account_restricted',
    'payee_not_approved',
    'payee_changed',
    'amount_invalid',
    'insufficient_funds',
    'limit_exceeded',
    'duplicate_suspected',
    'price_changed',
    'approval_invalid',
    'pin_cooling',
    'service_off',
  ],
});

export const price = endpoint({
  method: 'GET',
  path: '/v1/payment/price',
  access: 'payment',
  background: true,
  about: 'What a payment costs, what arrives and when, before anything is promised.',
  input: z.strictObject({ sourceBankholderId: BankHolderId, amount: AmountText, currency: z.literal('GBP') }),
  reply: PriceView,
  refusals: ['not_found', 'amount_invalid', 'service_off'],
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
      expiresAt: Moment.nullable(),
      status: z.literal('available'),
    }),
  ),
  refusals: [],
});

export const pendingDomestic = endpoint({
  method: 'GET',
  path: '/v1/payment/pending-domestic',
  access: 'payment',
  about: 'Domestic payments by state and day. `wait` are those not finished.',
  input: z.strictObject({
    startdate: Day.optional(),
    enddate: Day.optional(),
    filterType: z.enum(['wait', 'approve', 'reject', 'cancel', 'all']).default('wait'),
  }),
  reply: z.object({ list: z.array(PaymentView) }),
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

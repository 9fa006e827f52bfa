import { z } from 'zod';
import { UserType } from '../identity/session.ts';
import { PaymentState } from '../payments/payment.ts';
import { endpoint } from '../platform/endpoint.ts';
import { CurrencyCode, Idempotency, Moment, MoneyView, Uid } from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';
import { InformationRequestView, ReviewView } from './review.ts';
import { HeldBecause, ReviewClaim, ReviewStage } from './review-queue.ts';
import { escalateReasons, refuseReasons, releaseReasons } from './review-reasons.ts';
import { StaffRole } from './staff.ts';

const CasePayment = z.object({
  uid: Uid,
  reference: z.string(),
  state: PaymentState,
  amount: MoneyView,
  fee: MoneyView,
  /** What is sold for it, if it is exchanged. */
  sold: MoneyView.nullable(),
  payee: z.string(),
  payeeCountry: z.string().nullable(),
  payeeAccount: z.string(),
  rail: z.string(),
  payeeReference: z.string(),
  purpose: z.string().nullable(),
  payeeAddedAt: Moment.nullable(),
  heldSince: Moment,
  heldBecause: HeldBecause,
  documents: z.array(z.string()),
  /** What the account has besides the money on hold. */
  available: MoneyView,
  decideBy: Moment.nullable(),
  isLegalDeadline: z.boolean(),
  /** What the customer reads about it now. */
  customerReads: z.object({ reason: z.string().nullable(), nextStep: z.string().nullable() }),
});

const CaseStep = z.object({
  step: z.enum([
    'made',
    'approved',
    'held',
    'asked',
    'answered',
    'document',
    'escalated',
    'recommended',
    'decision',
    'sent',
    'arrived',
    'ended',
  ]),
  state: z.enum(['done', 'now', 'next', 'failed']),
  at: Moment.nullable(),
  by: z.string().nullable(),
  note: z.string().nullable(),
});
export type CaseStep = z.infer<typeof CaseStep>;

const CaseCustomer = z.object({
  uid: Uid,
  name: z.string(),
  memberCode: z.string(),
  type: UserType,
  business: z.boolean(),
  since: Moment,
  status: z.string(),
  statusReason: z.string(),
  kycStatus: z.string(),
  /** Payments of the last twelve months that were sent in the same currency, before this one. */
  pattern: z.object({
    currency: CurrencyCode,
    count: z.int(),
    amounts: z.array(z.string()),
    largest: z.object({ amount: MoneyView, payee: z.string() }).nullable(),
  }),
  payments: z.array(
    z.object({
      uid: Uid,
      at: Moment,
      payee: z.string(),
      reference: z.string(),
      amount: MoneyView,
      state: PaymentState,
    }),
  ),
  /** Of the person who made the payment; empty without the right to personal details. */
  devices: z.array(
    z.object({ name: z.string(), isTrusted: z.boolean(), country: z.string().nullable(), firstSeenAt: Moment }),
  ),
  notes: z.array(z.object({ uid: Uid, body: z.string(), isSupportNeed: z.boolean(), by: z.string(), at: Moment })),
});
export type CaseCustomer = z.infer<typeof CaseCustomer>;

const CaseEvidence = z.object({
  nameCheck: z
    .object({
      result: z.string(),
      name: z.string(),
      actualName: z.string().nullable(),
      at: Moment,
      /** The customer went on although the names differ. */
      overriddenAt: Moment.nullable(),
      reason: z.string().nullable(),
    })
    .nullable(),
  screening: z.object({
    /** From this likeness on, a name counts as a hit; null without a list. */
    threshold: z.string().nullable(),
    hits: ReviewView.shape.hits,
  }),
  documents: z.array(
    z.object({
      uid: Uid,
      name: z.string(),
      type: z.string(),
      mediaType: z.string(),
      state: z.string(),
      note: z.string().nullable(),
      by: z.string().nullable(),
      at: Moment,
    }),
  ),
  /** Documents that are needed, and neither received nor accepted. */
  documentsMissing: z.array(z.string()),
  requests: z.array(InformationRequestView),
  /** The warning about fraud that the customer read before they went on. */
  warning: z.object({ text: z.string(), at: Moment }).nullable(),
  bankQuery: ReviewView.shape.bankQuery,
  statutoryHold: ReviewView.shape.statutoryHold,
  /** Sent to the same account before this payment, by this customer and by others. */
  paidBefore: z.object({
    own: z.object({ payments: z.int(), since: Moment.nullable() }),
    others: z.object({ customers: z.int(), payments: z.int(), since: Moment.nullable(), returned: z.int() }),
  }),
});
export type CaseEvidence = z.infer<typeof CaseEvidence>;

const CaseDesk = z.object({
  stage: ReviewStage,
  claim: ReviewClaim.nullable(),
  /** The reader may decide it, once no colleague has it. */
  mayDecide: z.boolean(),
  withCompliance: z.boolean(),
  release: z.object({
    /** Above this role’s limit, or it takes two people anyway: releasing is a recommendation. */
    isRecommendation: z.boolean(),
    roles: z.array(StaffRole),
  }),
  recommendation: z
    .object({
      isOwn: z.boolean(),
      /** Hidden from the second person until they have recorded their own look. */
      content: z
        .object({
          by: z.string(),
          at: Moment,
          reason: z.string(),
          note: z.string().nullable(),
          answer: z.string().nullable(),
        })
        .nullable(),
      look: z.object({ outcome: z.enum(['release', 'refuse']), reason: z.string(), at: Moment }).nullable(),
    })
    .nullable(),
  /** Who may be the second person. */
  seconds: z.array(z.object({ uid: Uid, name: z.string(), role: StaffRole })),
  /** What the customer reads after a release, and after a refusal if the words are fixed. */
  customerReads: z.object({ release: z.string(), refusal: z.string().nullable() }),
});
export type CaseDesk = z.infer<typeof CaseDesk>;

export const ReviewCase = z
  .object({
    payment: CasePayment,
    timeline: z.array(CaseStep),
    customer: CaseCustomer,
    evidence: CaseEvidence,
    desk: CaseDesk,
  })
  .meta({ id: 'ReviewCase' });
export type ReviewCase = z.infer<typeof ReviewCase>;

export const show = endpoint({
  method: 'GET',
  path: '/v1/manage/review/{uid}',
  access: 'staff',
  about:
    'A payment that is or was in review, with its customer and the evidence. Every look is recorded. One that is with compliance is refused to everybody else.',
  input: z.strictObject({ uid: Uid }),
  reply: ReviewCase,
  refusals: ['access_denied', 'not_found'],
});

export const look = endpoint({
  method: 'POST',
  path: '/v1/manage/review/{uid}/look',
  access: 'staff',
  about:
    'The second person records what they would decide, before they read the recommendation of the first. It decides nothing.',
  input: z.strictObject({
    uid: Uid,
    outcome: z.enum(['release', 'refuse']),
    reason: z.enum([...releaseReasons, ...refuseReasons]),
    note: freeText().max(500).optional(),
    idempotency: Idempotency,
  }),
  reply: ReviewCase,
  refusals: [
    'access_denied',
    'not_found',
    'invalid_transition',
    'review_claimed',
    'approver_conflict',
    'validation_failed',
  ],
});

export const escalate = endpoint({
  method: 'POST',
  path: '/v1/manage/review/{uid}/escalate',
  access: 'staff',
  about:
    'Hands the payment to compliance: nobody else sees or decides it, and the customer reads only that we make extra checks.',
  input: z.strictObject({
    uid: Uid,
    reason: z.enum(escalateReasons),
    note: freeText().max(500).optional(),
    idempotency: Idempotency,
  }),
  reply: z.object({ uid: Uid }),
  refusals: ['access_denied', 'not_found', 'invalid_transition', 'review_claimed'],
});

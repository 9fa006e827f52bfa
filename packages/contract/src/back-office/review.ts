import { fieldMessage } from '@larkmere/messages/message';
import { z } from 'zod';
import { DocumentType } from '../checks/document.ts';
import { PaymentState, ReasonCode } from '../payments/payment.ts';
import { endpoint } from '../platform/endpoint.ts';
import { EmptyInput, Idempotency, Moment, MoneyView, Uid } from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';
import { askReasons, releaseReasons } from './review-reasons.ts';

const Question = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: freeText().min(10).max(300) }),
  z.strictObject({
    kind: z.literal('choice'),
    text: freeText().min(10).max(300),
    options: z.array(freeText().min(1).max(80)).min(2).max(8),
  }),
  z.strictObject({ kind: z.literal('confirm'), text: freeText().min(10).max(300) }),
  z.strictObject({ kind: z.literal('file'), text: freeText().min(10).max(300), documentType: DocumentType }),
]);
export type Question = z.infer<typeof Question>;

export const InformationRequestState = z
  .enum(['action_required', 'answered', 'accepted', 'insufficient', 'closed', 'expired'])
  .meta({ id: 'RequestState' });
export type InformationRequestState = z.infer<typeof InformationRequestState>;

export const InformationRequestView = z
  .object({
    uid: Uid,
    state: InformationRequestState,
    requestedAt: Moment,
    dueAt: Moment,
    answeredAt: Moment.nullable(),
    questions: z.array(
      z.object({
        number: z.int(),
        kind: z.enum(['text', 'choice', 'confirm', 'file']),
        text: z.string(),
        options: z.array(z.string()),
        documentType: DocumentType.nullable(),
        answer: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'InformationRequest' });
export type InformationRequestView = z.infer<typeof InformationRequestView>;

export const questions = endpoint({
  method: 'GET',
  path: '/v1/payment/pending-domestic/{id}/questions',
  access: 'payment',
  background: true,
  about: 'What we asked about a payment, the newest first, with what was answered.',
  input: z.strictObject({ id: Uid }),
  reply: z.object({ list: z.array(InformationRequestView) }),
  refusals: ['not_found'],
});

export const answer = endpoint({
  method: 'POST',
  path: '/v1/payment/pending-domestic/{id}/answers',
  access: 'payment',
  accountAction: 'sign_in',
  movesNoMoney: true,
  about:
    'Answers all questions of one request. A question for a file is answered by a document of its kind, sent beforehand.',
  input: z.strictObject({
    id: Uid,
    request: Uid,
    answers: z
      .array(
        z.strictObject({
          number: z.int().min(1).max(10),
          text: freeText().min(1, fieldMessage('answer_required')).max(1000),
        }),
      )
      .max(10),
    idempotency: Idempotency,
  }),
  reply: InformationRequestView,
  refusals: ['not_found', 'invalid_transition', 'validation_failed'],
});

export const ReviewView = z
  .object({
    payment: z.object({
      uid: Uid,
      reference: z.string(),
      state: PaymentState,
      amount: MoneyView,
      payer: z.string(),
      payee: z.string(),
      reasonCode: ReasonCode.nullable(),
      documentsRequired: z.array(z.string()),
      createdAt: Moment,
    }),
    customer: z.object({ name: z.string(), memberCode: z.string() }),
    hits: z.array(
      z.object({
        subject: z.enum(['payee', 'payer']),
        entryId: z.string(),
        name: z.string(),
        regime: z.string(),
        score: z.string(),
        rule: z.enum(['alike', 'first_and_last']),
      }),
    ),
    requests: z.array(InformationRequestView),
    isAwaitingSecondDecision: z.boolean(),
    bankQuery: z
      .object({
        code: z.string(),
        text: z.string().nullable(),
        requestedAt: Moment,
        answer: z.string().nullable(),
        /**
         * The bank now reports that it did execute the payment. Sending it again could pay twice, so release is
         * refused.
         */
        reportsSettlement: z.boolean(),
        /** The latest settlement report: which instruction was booked and when. Settling relies on it. */
        settlementReport: z
          .object({ instructionId: z.string(), bookedAt: Moment.nullable(), reportedAt: Moment })
          .nullable(),
      })
      .nullable(),
    /** Statutory time limits of a GBP payment held for suspected fraud. */
    statutoryHold: z
      .object({
        receivedAt: Moment,
        groundsDueAt: Moment,
        groundsRecordedAt: Moment.nullable(),
        deadlineAt: Moment,
        customerNotifiedAt: Moment.nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'Review' });
export type ReviewView = z.infer<typeof ReviewView>;

export const today = endpoint({
  method: 'GET',
  path: '/v1/manage/review/today',
  access: 'staff',
  background: true,
  about:
    'How the review of payments goes today, in London: how many wait, how long the oldest has, and what was decided. A share of releases near 100 % means that the rules hold too much.',
  input: EmptyInput,
  reply: z.object({
    depth: z.int(),
    oldestMinutes: z.int().nullable(),
    released: z.int(),
    refused: z.int(),
    questions: z.int(),
    /** Releases, refusals and questions in the last 60 minutes. */
    lastHour: z.int(),
    /** Of what was released or refused today; null before the first. */
    releasedPercent: z.int().min(0).max(100).nullable(),
  }),
  refusals: ['access_denied'],
});

const decisionRefusals = ['access_denied', 'not_found', 'invalid_transition'] as const;
const claimedRefusals = [...decisionRefusals, 'review_claimed'] as const;

export const release = endpoint({
  method: 'POST',
  path: '/v1/manage/review/{uid}/release',
  access: 'staff',
  about:
    'The payment may go. After a hit on the sanctions list, or above an amount, it goes when a second member of staff says so too, after a look of their own. One that the bank gave back needs the answer to what it asked, which travels with its next order.',
  input: z.strictObject({
    uid: Uid,
    reason: z.enum(releaseReasons),
    note: freeText().max(500).optional(),
    /** Sent to the bank only. */
    answer: freeText().min(1).max(140).optional(),
    /** Of a recommendation: the second person, who gets the claim. */
    second: Uid.optional(),
    idempotency: Idempotency,
  }),
  reply: ReviewView,
  refusals: [...claimedRefusals, 'approver_conflict', 'validation_failed'],
});

export const refuse = endpoint({
  method: 'POST',
  path: '/v1/manage/review/{uid}/refuse',
  access: 'staff',
  about:
    'The payment does not go: the money is available again. The customer reads the sentence, never the note. Not while the bank says that it made the payment.',
  input: z.strictObject({
    uid: Uid,
    reasonCode: ReasonCode,
    sentence: freeText().min(10).max(200),
    note: freeText().max(500).optional(),
    /** Why the recommendation of a colleague is not followed; the refusal needs it then. */
    overruleReason: freeText().min(10).max(500).optional(),
    idempotency: Idempotency,
  }),
  reply: ReviewView,
  refusals: [...claimedRefusals, 'validation_failed'],
});

export const settle = endpoint({
  method: 'POST',
  path: '/v1/manage/review/{uid}/settle',
  access: 'staff',
  about:
    'Settles contradictory reports of the bank when a second member of staff states the same. A payment that the bank paid is completed by its own report, and the payer is told; one that it did not pay waits in review as before. The note says how this was checked; the payer never reads it.',
  input: z.strictObject({
    uid: Uid,
    /** The instruction that the bank paid, which needs its report; null if it paid none. */
    paidInstruction: z.string().min(1).max(35).nullable(),
    note: freeText().min(10).max(500),
    idempotency: Idempotency,
  }),
  reply: ReviewView,
  refusals: [...claimedRefusals, 'approver_conflict'],
});

export const requestInformation = endpoint({
  method: 'POST',
  path: '/v1/manage/review/{uid}/ask',
  access: 'staff',
  about: 'Asks the customer: up to ten questions, ten days, two reminders. Without an answer the payment ends.',
  input: z.strictObject({
    uid: Uid,
    /** Only staff read it. */
    reason: z.enum(askReasons),
    questions: z.array(Question).min(1).max(10),
    idempotency: Idempotency,
  }),
  reply: ReviewView,
  refusals: claimedRefusals,
});

export const placeFraudHold = endpoint({
  method: 'POST',
  path: '/v1/manage/review/{uid}/suspect',
  access: 'staff',
  about:
    'Holds pounds for suspected fraud and starts the legal clock, or records the grounds: they are due by the end of the working day after receipt, and the hold ends with the fourth. The payer is told of the delay, unless that would be tipping off.',
  input: z.strictObject({
    uid: Uid,
    grounds: freeText().min(10).max(1000).optional(),
    /** Set only by compliance: informing the payer of the delay would be unlawful tipping off. `false` lifts it. */
    tippingOff: z.boolean().optional(),
    idempotency: Idempotency,
  }),
  reply: ReviewView,
  refusals: decisionRefusals,
});

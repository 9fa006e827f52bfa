import { z } from 'zod';
import { PaymentState } from '../payments/payment.ts';
import { endpoint } from '../platform/endpoint.ts';
import { EmptyInput, Idempotency, Moment, MoneyView, Uid } from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';

/** answered: 2xx and 3xx. refused: 4xx. failed: 5xx. no_answer: the outcome at the other end is unknown. */
export const callOutcomes = ['answered', 'refused', 'failed', 'no_answer'] as const;
export const CallOutcome = z.enum(callOutcomes).meta({ id: 'CallOutcome' });

/** Why a call cannot be made again: it was not ours, it got its answer, or repeating it is not safe. */
export const ResendBar = z.enum(['incoming', 'answered', 'not_repeatable']).meta({ id: 'ResendBar' });

export const ResendRequest = z
  .object({
    uid: Uid,
    call: Uid,
    operation: z.string(),
    state: z.enum(['waiting', 'sent', 'refused']),
    movesMoney: z.boolean(),
    reason: z.string(),
    requestedBy: z.string(),
    /** The reader made it, and so may not agree to it. */
    isOwn: z.boolean(),
    requestedAt: Moment,
    decidedBy: z.string().nullable(),
    decidedAt: Moment.nullable(),
    note: z.string().nullable(),
  })
  .meta({ id: 'ResendRequest' });
export type ResendRequest = z.infer<typeof ResendRequest>;

export const ApiCall = z
  .object({
    id: Uid,
    at: Moment,
    direction: z.enum(['in', 'out']),
    partner: z.string(),
    operation: z.string(),
    status: z.int().nullable(),
    outcome: CallOutcome,
    latencyMs: z.int(),
    /** Shared by a request and all calls that follow from it. */
    correlationId: z.string(),
    attempt: z.int().nullable(),
    payment: z.object({ uid: Uid, reference: z.string(), state: PaymentState, amount: MoneyView }).nullable(),
    customer: z.object({ uid: Uid, name: z.string(), memberCode: z.string() }).nullable(),
    /** Masked before they were stored. */
    requestRedacted: z.unknown(),
    responseRedacted: z.unknown(),
    resendable: z.boolean(),
    resendMovesMoney: z.boolean(),
    resendBar: ResendBar.nullable(),
    resend: ResendRequest.nullable(),
  })
  .meta({ id: 'ApiCall' });
export type ApiCall = z.infer<typeof ApiCall>;

export const search = endpoint({
  method: 'POST',
  path: '/v1/manage/api/search',
  access: 'staff',
  about:
    'Calls of clients and calls to partners in a period, the newest first: by id, correlation, payment, customer, or by words in the call. Bodies are masked. Every search is recorded.',
  input: z.strictObject({
    /** An id, a correlation, the reference of a payment, a member code, or a part of the call. */
    search: freeText().max(100).optional(),
    /** The period ends now or at `before`. */
    minutes: z
      .int()
      .min(1)
      .max(60 * 24 * 90)
      .default(30),
    direction: z.enum(['in', 'out']).optional(),
    partner: freeText().max(40).optional(),
    outcome: CallOutcome.optional(),
    minLatencyMs: z.int().min(0).max(600_000).optional(),
    /** The last row of the page before. */
    after: z.strictObject({ at: Moment, id: Uid }).optional(),
    idempotency: Idempotency.optional(),
  }),
  reply: z.object({
    list: z.array(ApiCall),
    hasMore: z.boolean(),
    /** In the period, before the other filters. */
    total: z.int(),
    failed: z.int(),
    partners: z.array(z.string()),
  }),
  refusals: ['access_denied', 'validation_failed'],
});

export const listResends = endpoint({
  method: 'GET',
  path: '/v1/manage/api/resend',
  access: 'staff',
  background: true,
  about: 'Requests to make a call again that wait for a second person.',
  input: EmptyInput,
  reply: z.object({ list: z.array(ResendRequest) }),
  refusals: ['access_denied'],
});

const resendRefusals = ['access_denied', 'not_found', 'invalid_transition', 'validation_failed'] as const;

export const resend = endpoint({
  method: 'POST',
  path: '/v1/manage/api/resend',
  access: 'staff',
  about:
    'Makes a call to a partner again now instead of at its next try, with its first ids and idempotency key. Only where repeating is safe; one that may move money waits for a second person.',
  input: z.strictObject({ id: Uid, reason: freeText().min(10).max(500), idempotency: Idempotency }),
  reply: ResendRequest,
  refusals: resendRefusals,
});

export const approveResend = endpoint({
  method: 'POST',
  path: '/v1/manage/api/resend/{uid}/approve',
  access: 'staff',
  about: 'Makes the call again that a colleague asked for.',
  input: z.strictObject({ uid: Uid, idempotency: Idempotency }),
  reply: ResendRequest,
  refusals: ['rule_unsatisfiable', ...resendRefusals, 'approver_conflict'],
});

export const refuseResend = endpoint({
  method: 'POST',
  path: '/v1/manage/api/resend/{uid}/refuse',
  access: 'staff',
  about: 'Nothing is sent. The next try of the call stays as it was planned.',
  input: z.strictObject({ uid: Uid, note: freeText().min(10).max(500), idempotency: Idempotency }),
  reply: ResendRequest,
  refusals: [...resendRefusals, 'approver_conflict'],
});

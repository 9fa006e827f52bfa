import { z } from 'zod';
import { ApprovalRequestSummary } from '../approvals/approval.ts';
import { endpoint } from '../platform/endpoint.ts';
import {
  AmountText,
  BankHolderId,
  CalendarDate,
  CurrencyCode,
  EmptyInput,
  Idempotency,
  Moment,
  MoneyView,
  PinAuthorisation,
  Uid,
  UidInput,
} from '../platform/fields.ts';
import { OccurrenceState, Reference, StandingOrderState, StandingOrderTerms } from './standing-order-terms.ts';

/** `day` is the scheduled date; `payDay` is the adjusted date on which money moves. */
export const PlannedDate = z.object({ day: CalendarDate, payDay: CalendarDate });
export type PlannedDate = z.infer<typeof PlannedDate>;

const FailureReason = z.object({ code: z.string(), message: z.string() });

export const OccurrenceView = z
  .object({
    day: CalendarDate,
    payDay: CalendarDate,
    state: OccurrenceState,
    amount: MoneyView,
    reference: z.string(),
    edited: z.boolean(),
    nextAttemptAt: Moment.nullable(),
    attempts: z.int(),
    question: z.object({ rate: z.string(), answerBy: Moment }).nullable(),
    failure: FailureReason.nullable(),
    paymentUid: Uid.nullable(),
    settledAt: Moment.nullable(),
    approvalRequest: ApprovalRequestSummary.nullable(),
  })
  .meta({ id: 'StandingOrderOccurrence' });
export type OccurrenceView = z.infer<typeof OccurrenceView>;

export const StandingOrderView = z
  .object({
    uid: Uid,
    reference: z.string(),
    version: z.int(),
    state: StandingOrderState,
    blocked: FailureReason.nullable(),
    terms: StandingOrderTerms,
    payee: z.object({ uid: Uid, name: z.string(), summary: z.string(), currency: CurrencyCode }),
    source: z.object({ bankholderid: BankHolderId, currency: CurrencyCode, accountnumber: z.string().nullable() }),
    next: OccurrenceView.nullable(),
    nextDates: z.array(PlannedDate),
    /** If the next date is short of funds: the amount required with its fee, and the shortfall. */
    required: MoneyView.nullable(),
    shortfall: MoneyView.nullable(),
    paid: z.object({ count: z.int(), total: MoneyView }),
    approvalRequest: ApprovalRequestSummary.nullable(),
    createdAt: Moment,
    changedAt: Moment,
  })
  .meta({ id: 'StandingOrder' });
export type StandingOrderView = z.infer<typeof StandingOrderView>;

export const list = endpoint({
  method: 'GET',
  path: '/v1/standing-order',
  access: 'standingorder',
  background: true,
  about: 'The customer’s standing orders, those that are over behind the others, each with its next dates.',
  input: EmptyInput,
  reply: z.object({ list: z.array(StandingOrderView) }),
  refusals: [],
});

export const view = endpoint({
  method: 'GET',
  path: '/v1/standing-order/{uid}',
  access: 'standingorder',
  background: true,
  about: 'One standing order with its next dates.',
  input: z.strictObject({ uid: Uid }),
  reply: StandingOrderView,
  refusals: ['not_found'],
});

export const history = endpoint({
  method: 'GET',
  path: '/v1/standing-order/{uid}/history',
  access: 'standingorder',
  background: true,
  about: 'The dates that are over, newest first: paid, failed or skipped, and why.',
  input: z.strictObject({ uid: Uid, before: CalendarDate.optional() }),
  reply: z.object({ list: z.array(OccurrenceView), more: z.boolean() }),
  refusals: ['not_found'],
});

const termsRefusals = [
  'access_denied',
  'approval_required',
  'not_found',
  'validation_failed',
  'account_not_usable',
  'account_restricted',
  'amount_invalid',
  'payer_address_missing',
  'unsupported_destination',
  'swift_not_enabled',
  'authorisation_invalid',
  'limit_exceeded',
  'payee_changed',
  'name_check_forbidden',
  'name_check_required',
  'payee_not_approved',
  'reference_invalid',
  'service_off',
  'regulatory_information_missing',
] as const;

export const create = endpoint({
  method: 'POST',
  path: '/v1/standing-order',
  access: 'standingorder',
  about:
    'Sets up a standing order. The approval of the PIN is for exactly these terms. What colleagues have to approve waits for them and pays nothing before.',
  input: z.strictObject({ terms: StandingOrderTerms, authorisation: PinAuthorisation, idempotency: Idempotency }),
  reply: StandingOrderView,
  refusals: [...termsRefusals, 'too_many_orders'],
});

export const edit = endpoint({
  method: 'PUT',
  path: '/v1/standing-order/{uid}',
  access: 'standingorder',
  about:
    'Changes a standing order from now on; one that was blocked works again. The version that was seen must still hold.',
  input: z.strictObject({
    uid: Uid,
    version: z.int().positive(),
    terms: StandingOrderTerms,
    authorisation: PinAuthorisation,
    idempotency: Idempotency,
  }),
  reply: StandingOrderView,
  refusals: [...termsRefusals, 'order_changed', 'invalid_transition'],
});

export const editNext = endpoint({
  method: 'PUT',
  path: '/v1/standing-order/{uid}/next',
  access: 'standingorder',
  about: 'Changes the next date alone: its amount, its reference, or the day on which money moves.',
  input: z.strictObject({
    uid: Uid,
    version: z.int().positive(),
    day: CalendarDate,
    payDay: CalendarDate,
    amount: AmountText,
    reference: Reference,
    authorisation: PinAuthorisation,
    idempotency: Idempotency,
  }),
  reply: StandingOrderView,
  refusals: [
    'not_found',
    'validation_failed',
    'amount_invalid',
    'authorisation_invalid',
    'reference_invalid',
    'order_changed',
    'invalid_transition',
    'access_denied',
    'approval_required',
  ],
});

const stateChangeRefusals = ['not_found', 'invalid_transition'] as const;

export const pause = endpoint({
  method: 'POST',
  path: '/v1/standing-order/{uid}/pause',
  access: 'standingorder',
  accountAction: 'stop',
  about: 'Stops a standing order until it is resumed. Dates that pass meanwhile are skipped.',
  input: UidInput,
  reply: StandingOrderView,
  refusals: stateChangeRefusals,
});

export const resume = endpoint({
  method: 'POST',
  path: '/v1/standing-order/{uid}/resume',
  access: 'standingorder',
  about: 'Puts a paused standing order to work again, from its next date on.',
  input: UidInput,
  reply: StandingOrderView,
  refusals: stateChangeRefusals,
});

export const skip = endpoint({
  method: 'POST',
  path: '/v1/standing-order/{uid}/skip',
  access: 'standingorder',
  accountAction: 'stop',
  about: 'Leaves out the next date, which is named, so that no press skips two.',
  input: z.strictObject({ uid: Uid, day: CalendarDate, idempotency: Idempotency }),
  reply: StandingOrderView,
  refusals: [...stateChangeRefusals, 'order_changed'],
});

export const cancel = endpoint({
  method: 'DELETE',
  path: '/v1/standing-order/{uid}',
  access: 'standingorder',
  accountAction: 'stop',
  about: 'Ends a standing order for good. Payments that were made stay as they are.',
  input: UidInput,
  reply: StandingOrderView,
  refusals: stateChangeRefusals,
});

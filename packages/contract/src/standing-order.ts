import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  AmountText,
  BankHolderId,
  CurrencyCode,
  Day,
  Empty,
  Idempotency,
  Moment,
  MoneyView,
  Named,
  PinApproval,
  Uid,
} from './fields.ts';
import { OccurrenceState, Reference, StandingOrderState, StandingOrderTerms } from './standing-order-terms.ts';
import { TeamApprovalBadge } from './team-approval.ts';

/** A date that is planned: the day that was meant, and the day on which money moves. */
export const PlannedDate = z.object({ day: Day, payDay: Day });
export type PlannedDate = z.infer<typeof PlannedDate>;

/** Why a date was not paid, or an order stands still, in the customer's words. */
const Why = z.object({ code: z.string(), message: z.string() });

export const OccurrenceView = z
  .object({
    day: Day,
    payDay: Day,
    state: OccurrenceState,
    amount: MoneyView,
    reference: z.string(),
    /** It differs from the terms of the order. */
    edited: z.boolean(),
    /** When it is tried, or tried again. */
    nextTryAt: Moment.nullable(),
    attempts: z.int(),
    /** It waits for the customer: what one unit of the account's currency would have bought, and until when it waits. */
    question: z.object({ rate: z.string(), answerBy: Moment }).nullable(),
    why: Why.nullable(),
    paymentUid: Uid.nullable(),
    settledAt: Moment.nullable(),
    /** What colleagues are asked about a change of this date alone; null for dates that are over. */
    teamApproval: TeamApprovalBadge.nullable(),
  })
  .meta({ id: 'StandingOrderOccurrence' });
export type OccurrenceView = z.infer<typeof OccurrenceView>;

export const StandingOrderView = z
  .object({
    uid: Uid,
    reference: z.string(),
    version: z.int(),
    state: StandingOrderState,
    /** Why it is blocked. */
    blocked: Why.nullable(),
    terms: StandingOrderTerms,
    payee: z.object({ uid: Uid, name: z.string(), summary: z.string(), currency: CurrencyCode }),
    source: z.object({ bankholderid: BankHolderId, currency: CurrencyCode, accountnumber: z.string().nullable() }),
    /** The date that comes next, or that is being tried. */
    next: OccurrenceView.nullable(),
    /** The dates behind that one. */
    nextDates: z.array(PlannedDate),
    /** Where the account is short of money for the next date as things stand: what that takes with its fee, and how much of it is missing. */
    needed: MoneyView.nullable(),
    missing: MoneyView.nullable(),
    paid: z.object({ count: z.int(), total: MoneyView }),
    /** What colleagues are asked about it or about a change of it, or were asked last. */
    teamApproval: TeamApprovalBadge.nullable(),
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
  input: Empty,
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
  input: z.strictObject({ uid: Uid, before: Day.optional() }),
  reply: z.object({ list: z.array(OccurrenceView), more: z.boolean() }),
  refusals: ['not_found'],
});

const setting = [
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
  'approval_invalid',
  'limit_exceeded',
  'payee_changed',
  'name_check_forbidden',
  'payee_not_approved',
  'reference_invalid',
  'service_off',
  'background_missing',
] as const;

export const create = endpoint({
  method: 'POST',
  path: '/v1/standing-order',
  access: 'standingorder',
  about:
    'Sets up a standing order. The approval of the PIN is for exactly these terms. What colleagues have to approve waits for them and pays nothing before.',
  input: z.strictObject({ terms: StandingOrderTerms, approval: PinApproval, idempotency: Idempotency }),
  reply: StandingOrderView,
  refusals: [...setting, 'too_many_orders'],
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
    approval: PinApproval,
    idempotency: Idempotency,
  }),
  reply: StandingOrderView,
  refusals: [...setting, 'order_changed', 'invalid_transition'],
});

export const editNext = endpoint({
  method: 'PUT',
  path: '/v1/standing-order/{uid}/next',
  access: 'standingorder',
  about: 'Changes the next date alone: its amount, its reference, or the day on which money moves.',
  input: z.strictObject({
    uid: Uid,
    version: z.int().positive(),
    /** The date that is meant, as it was shown. */
    day: Day,
    payDay: Day,
    amount: AmountText,
    reference: Reference,
    approval: PinApproval,
    idempotency: Idempotency,
  }),
  reply: StandingOrderView,
  refusals: [
    'not_found',
    'validation_failed',
    'amount_invalid',
    'approval_invalid',
    'reference_invalid',
    'order_changed',
    'invalid_transition',
    'access_denied',
    'approval_required',
  ],
});

const turning = ['not_found', 'invalid_transition'] as const;

export const pause = endpoint({
  method: 'POST',
  path: '/v1/standing-order/{uid}/pause',
  access: 'standingorder',
  about: 'Stops a standing order until it is resumed. Dates that pass meanwhile are skipped.',
  input: Named,
  reply: StandingOrderView,
  refusals: turning,
});

export const resume = endpoint({
  method: 'POST',
  path: '/v1/standing-order/{uid}/resume',
  access: 'standingorder',
  about: 'Puts a paused standing order to work again, from its next date on.',
  input: Named,
  reply: StandingOrderView,
  refusals: turning,
});

export const skip = endpoint({
  method: 'POST',
  path: '/v1/standing-order/{uid}/skip',
  access: 'standingorder',
  about: 'Leaves out the next date, which is named, so that no press skips two.',
  input: z.strictObject({ uid: Uid, day: Day, idempotency: Idempotency }),
  reply: StandingOrderView,
  refusals: [...turning, 'order_changed'],
});

export const cancel = endpoint({
  method: 'DELETE',
  path: '/v1/standing-order/{uid}',
  access: 'standingorder',
  about: 'Ends a standing order for good. Payments that were made stay as they are.',
  input: Named,
  reply: StandingOrderView,
  refusals: turning,
});

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

/** `day` is the scheduled date; `payDay` is the adjusted date on which money moves. */
export const PlannedDate = z.object({ day: Day, payDay: Day });
export type PlannedDate = z.infer<typeof PlannedDate>;

const Why = z.object({ code: z.string(), message: z.string() });

export const OccurrenceView = z
  .object({
    day: Day,
    payDay: Day,
    state: OccurrenceState,
    amount: MoneyView,
    reference: z.string(),
    edited: z.boolean(),
    nextTryAt: Moment.nullable(),
    attempts: z.int(),
    question: z.object({ rate: z.string(), answerBy: Moment }).nullable(),
    why: Why.nullable(),
    paymentUid: Uid.nullable(),
    settledAt: Moment.nullable(),
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
    blocked: Why.nullable(),
    terms: StandingOrderTerms,
    payee: z.object({ uid: Uid, name: z.string(), summary: z.string(), currency: CurrencyCode }),
    source: z.object({ bankholderid: BankHolderId, currency: CurrencyCode, accountnumber: z.string().nullable() }),
    next: OccurrenceView.nullable(),
    nextDates: z.array(PlannedDate),
    /** If the next date is short of funds: the amount required with its fee, and the shortfall. */
    needed: MoneyView.nullable(),
    missing: MoneyView.nullable(),
    paid: z.object({ count: z.int(), total: MoneyView }),
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

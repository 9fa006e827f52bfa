import { fieldMessage } from '@larkmere/messages/message';
import { z } from 'zod';
import { ApprovalRequestSummary } from '../approvals/approval.ts';
import { DisplayedRate } from '../platform/displayed-rate.ts';
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
  PaymentReference,
  PinAuthorisation,
  Uid,
  UidInput,
} from '../platform/fields.ts';
import { PendingStatus } from '../platform/pending-status.ts';

export const AutoFxState = z
  .enum([
    'pending_approval',
    'active',
    'paused',
    'triggered',
    'failed_retryable',
    'held_offhours',
    'held_service_off',
    'filled',
    'failed_final',
    'expired',
    'cancelled',
  ])
  .meta({ id: 'AutoFxState' });
export type AutoFxState = z.infer<typeof AutoFxState>;

export const RateInput = z.string().regex(/^\d{1,8}(\.\d{1,10})?$/, fieldMessage('rate_format_invalid'));

const PaymentOnFill = z.strictObject({
  payeeUid: Uid,
  /** The version the customer confirmed. A payee that changed since is not paid. */
  payeeVersion: z.int().positive(),
  /** Maximum per payment, in the bought currency. The rest stays in the account. */
  maxAmount: AmountText,
  reference: PaymentReference,
});
export type PaymentOnFill = z.infer<typeof PaymentOnFill>;

export const AutoFxTerms = z
  .strictObject({
    /**
     * `limit`: at this rate or better; `stop`: at this rate or worse; `schedule`: on dates; `sweep`: everything above
     * `floor`.
     */
    type: z.enum(['limit', 'stop', 'schedule', 'sweep']),
    sourceBankholderId: BankHolderId,
    targetBankholderId: BankHolderId,
    sell: CurrencyCode,
    buy: CurrencyCode,
    amountMode: z.enum(['fixed_sell', 'fixed_buy', 'all_available', 'above_floor']),
    amount: AmountText.nullable(),
    floor: AmountText.nullable(),
    /** For `limit` and `stop`: the customer's rate, margin included. */
    targetRate: RateInput.nullable().describe(
      'For limit and stop: what one unit of `targetBase` is in the other currency. It is the customer’s own rate, margin inside, and is compared exactly as it is typed.',
    ),
    targetBase: CurrencyCode.nullable()
      .default(null)
      .describe(
        'The currency of which `targetRate` prices one unit: the one that is sold, which null means too, or the one that is bought.',
      ),
    /** For `stop`: how far beyond the target it may still execute, in percent. */
    maxSlippagePct: z.string().regex(/^[0-5](\.\d{1,2})?$/, fieldMessage('slippage_invalid')),
    reserve: z.boolean(),
    /** Last valid day; null means until cancelled, with a reminder every 90 days. */
    validUntil: CalendarDate.nullable(),
    startsAt: Moment.nullable(),
    repeat: z.enum(['none', 'daily', 'weekly', 'monthly']),
    offHours: z.enum(['hold', 'execute']),
    /** A follow-up payment in the bought currency, covered by the same PIN authorisation. */
    afterFill: PaymentOnFill.nullable().default(null),
  })
  .meta({ id: 'AutoFxTerms' });
export type AutoFxTerms = z.infer<typeof AutoFxTerms>;

export const AutoFxFailure = z.object({
  code: z.enum([
    'short_balance',
    'account_inactive',
    'account_restricted',
    'daily_count',
    'slippage',
    'above_limit',
    'pair_unavailable',
  ]),
  message: z.string(),
  missing: z.string().nullable(),
  at: Moment,
});
export type FailureCode = z.infer<typeof AutoFxFailure>['code'];

export const AutoFxView = z
  .object({
    uid: Uid,
    reference: z.string(),
    version: z.int(),
    state: AutoFxState,
    terms: AutoFxTerms,
    target: DisplayedRate.nullable(),
    direction: z.enum(['rises_to', 'falls_to']).nullable(),
    rateNow: DisplayedRate.nullable(),
    distancePct: z.string().nullable(),
    reserved: MoneyView.nullable(),
    nextRunAt: Moment.nullable(),
    retryAt: Moment.nullable(),
    failure: AutoFxFailure.nullable(),
    fills: z.array(
      z.object({
        at: Moment,
        reference: z.string(),
        sold: MoneyView,
        bought: MoneyView,
        rate: z.string(),
        payment: z.object({ uid: Uid, amount: MoneyView }).nullable(),
      }),
    ),
    approvalRequest: ApprovalRequestSummary.nullable(),
    waiting: PendingStatus.nullable(),
    createdAt: Moment,
    changedAt: Moment,
  })
  .meta({ id: 'AutoFx' });
export type AutoFxView = z.infer<typeof AutoFxView>;

export const list = endpoint({
  method: 'GET',
  path: '/v1/auto-fx',
  access: 'autofx',
  background: true,
  about:
    'The customer’s Auto FX orders, those at work first, each with its distance to the target and what it has done.',
  input: EmptyInput,
  reply: z.object({
    list: z.array(AutoFxView),
    rules: z.object({
      maxActive: z.int(),
      maxPerDay: z.int(),
      maxValidityDays: z.int(),
      defaultSlippagePct: z.string(),
      offHours: z.enum(['hold', 'execute']),
    }),
  }),
  refusals: [],
});

const AcceptMetTarget = z
  .boolean()
  .default(false)
  .describe(
    'Exchange at once when the target is met already. Without it such an order is refused with `target_already_met`, whose data carry `rate`, `sold` and `bought` of this moment, and `opensAt` while the market is closed.',
  );

const placeRefusals = [
  'access_denied',
  'approval_required',
  'not_found',
  'validation_failed',
  'account_not_usable',
  'account_restricted',
  'amount_invalid',
  'authorisation_invalid',
  'insufficient_funds',
  'limit_exceeded',
  'pair_unavailable',
  'payee_changed',
  'name_check_forbidden',
  'name_check_required',
  'payee_not_approved',
  'service_off',
  'target_already_met',
] as const;

export const place = endpoint({
  method: 'POST',
  path: '/v1/auto-fx',
  access: 'autofx',
  about:
    'Places an order that exchanges automatically. The approval of the PIN is for exactly these terms. What colleagues have to approve waits for them and exchanges nothing before.',
  input: z.strictObject({
    terms: AutoFxTerms,
    acceptMetTarget: AcceptMetTarget,
    authorisation: PinAuthorisation,
    idempotency: Idempotency,
  }),
  reply: AutoFxView,
  refusals: [...placeRefusals, 'too_many_orders'],
});

export const edit = endpoint({
  method: 'PUT',
  path: '/v1/auto-fx/{uid}',
  access: 'autofx',
  about:
    'Changes an order that is at work, paused or waiting for colleagues. Every version is kept; the one that was seen must still hold. What colleagues have to approve waits for them, and the order stands still meanwhile.',
  input: z.strictObject({
    uid: Uid,
    version: z.int().positive(),
    terms: AutoFxTerms,
    acceptMetTarget: AcceptMetTarget,
    authorisation: PinAuthorisation,
    idempotency: Idempotency,
  }),
  reply: AutoFxView,
  refusals: [...placeRefusals, 'order_changed', 'invalid_transition'],
});

const stateChangeRefusals = ['not_found', 'invalid_transition'] as const;

export const pause = endpoint({
  method: 'POST',
  path: '/v1/auto-fx/{uid}/pause',
  access: 'autofx',
  accountAction: 'stop',
  about: 'Stops an order until it is resumed. Money set aside for it stays so.',
  input: UidInput,
  reply: AutoFxView,
  refusals: stateChangeRefusals,
});

export const resume = endpoint({
  method: 'POST',
  path: '/v1/auto-fx/{uid}/resume',
  access: 'autofx',
  about: 'Puts a paused or failed order to work again.',
  input: UidInput.extend({ acceptMetTarget: AcceptMetTarget }),
  reply: AutoFxView,
  refusals: [...stateChangeRefusals, 'target_already_met'],
});

export const cancel = endpoint({
  method: 'DELETE',
  path: '/v1/auto-fx/{uid}',
  access: 'autofx',
  accountAction: 'stop',
  about: 'Ends an order for good. Money set aside for it is available again.',
  input: UidInput,
  reply: AutoFxView,
  refusals: stateChangeRefusals,
});

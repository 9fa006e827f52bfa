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
  PhoneText,
  PinAuthorisation,
  Uid,
  UidInput,
} from '../platform/fields.ts';
import { freeText } from '../platform/free-text.ts';
import { PendingStatus } from '../platform/pending-status.ts';
import { RateInput } from './auto-fx.ts';
import { maxMarginBps, minMarginBps } from './margin-range.ts';

export const DealState = z
  .enum([
    'pending_approval',
    'requested',
    'assigned',
    'quoted',
    'accepted',
    'booked',
    'settled',
    'declined',
    'expired',
    'withdrawn',
    'unable',
  ])
  .meta({ id: 'DealState' });
export type DealState = z.infer<typeof DealState>;

export const DealQuote = z.object({
  number: z.int(),
  displayedRate: DisplayedRate,
  displayedMidRate: DisplayedRate,
  marginBps: z.int(),
  sellAmount: MoneyView,
  buyAmount: MoneyView,
  validUntil: Moment,
  dealer: z.string(),
});
export type DealQuote = z.infer<typeof DealQuote>;

export const DealView = z
  .object({
    uid: Uid,
    reference: z.string(),
    state: DealState,
    sell: CurrencyCode,
    buy: CurrencyCode,
    side: z.enum(['sell', 'buy']),
    amount: MoneyView,
    sourceBankholderId: BankHolderId,
    targetBankholderId: BankHolderId,
    valueDate: CalendarDate,
    instruction: z.enum(['market', 'target']),
    target: DisplayedRate.nullable(),
    comment: z.string().nullable(),
    callbackPhone: z.string().nullable(),
    quote: DealQuote.nullable(),
    reason: z.string().nullable(),
    waiting: PendingStatus.nullable(),
    approvalRequest: ApprovalRequestSummary.nullable(),
    timeline: z.array(z.object({ state: DealState, at: Moment })),
    createdAt: Moment,
  })
  .meta({ id: 'Deal' });
export type DealView = z.infer<typeof DealView>;

/** A quote with what it is worth to the firm, which no customer sees. */
export const DealerQuote = DealQuote.extend({
  quotedAt: Moment,
  gbpValue: MoneyView,
  gbpMargin: MoneyView,
  /** The reader quoted it, so the reader must not approve it. */
  isOwn: z.boolean(),
});
export type DealerQuote = z.infer<typeof DealerQuote>;

/** `waiting` is here the quote that a second dealer must approve. */
export const DealForDealer = DealView.extend({
  customerId: Uid,
  customer: z.string(),
  memberCode: z.string(),
  tier: z.enum(['plus', 'wallet']),
  dealerId: Uid.nullable(),
  dealer: z.string().nullable(),
  /** The reader took the request. */
  isOwn: z.boolean(),
  quote: DealerQuote.nullable(),
  waiting: DealerQuote.nullable(),
}).meta({ id: 'DealForDealer' });
export type DealForDealer = z.infer<typeof DealForDealer>;

export const DealingDesk = z
  .object({
    at: Moment,
    /** Under way, the oldest first. */
    list: z.array(DealForDealer),
    settledToday: z.array(DealForDealer),
    /** Up to this amount a quote of the reader needs no second dealer. */
    limit: MoneyView.nullable(),
    /** Deals that customers accepted today, with value and margin at the time of their quotes. */
    today: z.object({ deals: z.int(), value: MoneyView, margin: MoneyView }),
    /** What accepted and booked deals will add to the positions when they settle. */
    unsettled: z.array(MoneyView),
    rates: z.array(z.object({ displayedMidRate: DisplayedRate, at: Moment, isCurrent: z.boolean() })),
    /** Null while the market is open. */
    marketOpensAt: Moment.nullable(),
  })
  .meta({ id: 'DealingDesk' });
export type DealingDesk = z.infer<typeof DealingDesk>;

export const DealPreview = z
  .object({
    marginBps: z.int(),
    displayedRate: DisplayedRate,
    displayedMidRate: DisplayedRate,
    sellAmount: MoneyView,
    buyAmount: MoneyView,
    gbpValue: MoneyView,
    gbpMargin: MoneyView,
    needsApproval: z.boolean(),
    /** The mid rate at the distance of the last cover deal in this pair; null where none was dealt. */
    cover: z.object({ displayedRate: DisplayedRate, gbpResult: MoneyView, dealtAt: Moment }).nullable(),
    usualMarginBps: z.int(),
    lastMarginBps: z.int().nullable(),
    reachesTarget: z.boolean().nullable(),
    /** Both positions once this deal and those before it have settled. */
    positionsAfter: z.array(MoneyView),
  })
  .meta({ id: 'DealPreview' });
export type DealPreview = z.infer<typeof DealPreview>;

export const list = endpoint({
  method: 'GET',
  path: '/v1/manual-fx',
  access: 'manualfx',
  background: true,
  about: 'The customer’s deals with a dealer, the newest first.',
  input: EmptyInput,
  reply: z.object({ list: z.array(DealView) }),
  refusals: [],
});

export const request = endpoint({
  method: 'POST',
  path: '/v1/manual-fx',
  access: 'manualfx',
  about: 'Asks a dealer for a rate, once colleagues who must have approved it. Nothing is promised or moves.',
  input: z.strictObject({
    sourceBankholderId: BankHolderId,
    targetBankholderId: BankHolderId,
    sell: CurrencyCode,
    buy: CurrencyCode,
    side: z.enum(['sell', 'buy']),
    amount: AmountText,
    valueDate: z.union([z.enum(['today', 'tom', 'spot']), CalendarDate]),
    instruction: z.enum(['market', 'target']),
    targetRate: RateInput.nullable().describe(
      'What one unit of the currency that is sold should buy, where there is a wish.',
    ),
    comment: freeText().max(500).nullable(),
    callbackPhone: PhoneText.nullable(),
    idempotency: Idempotency,
  }),
  reply: DealView,
  refusals: [
    'not_found',
    'validation_failed',
    'account_not_usable',
    'account_restricted',
    'amount_invalid',
    'approval_required',
    'pair_unavailable',
    'service_off',
  ],
});

export const accept = endpoint({
  method: 'POST',
  path: '/v1/manual-fx/{uid}/accept',
  access: 'manualfx',
  about:
    'Takes the dealer’s rate while it holds: the money is set aside. The approval of the PIN names the deal, the rate and both amounts.',
  input: z.strictObject({
    uid: Uid,
    number: z.int().positive(),
    authorisation: PinAuthorisation,
    idempotency: Idempotency,
  }),
  reply: DealView,
  refusals: [
    'not_found',
    'account_not_usable',
    'account_restricted',
    'authorisation_invalid',
    'insufficient_funds',
    'invalid_transition',
    'quote_expired',
    'service_off',
  ],
});

export const decline = endpoint({
  method: 'POST',
  path: '/v1/manual-fx/{uid}/decline',
  access: 'manualfx',
  accountAction: 'stop',
  about: 'Says no to the dealer’s rate. The deal is over.',
  input: UidInput,
  reply: DealView,
  refusals: ['not_found', 'invalid_transition'],
});

export const withdraw = endpoint({
  method: 'POST',
  path: '/v1/manual-fx/{uid}/withdraw',
  access: 'manualfx',
  accountAction: 'stop',
  about: 'Takes a request back before it is accepted.',
  input: UidInput,
  reply: DealView,
  refusals: ['not_found', 'invalid_transition'],
});

export const workQueue = endpoint({
  method: 'GET',
  path: '/v1/manage/manual-fx',
  access: 'staff',
  background: true,
  about: 'The dealing desk: deals under way, the oldest first, those that settled today, and the figures of the day.',
  input: EmptyInput,
  reply: DealingDesk,
  refusals: ['access_denied'],
});

const dealerRefusals = ['access_denied', 'not_found', 'invalid_transition'] as const;

export const assign = endpoint({
  method: 'POST',
  path: '/v1/manage/manual-fx/{uid}/assign',
  access: 'staff',
  about: 'A dealer takes a request on.',
  input: UidInput,
  reply: DealForDealer,
  refusals: dealerRefusals,
});

export const preview = endpoint({
  method: 'GET',
  path: '/v1/manage/manual-fx/{uid}/preview',
  access: 'staff',
  background: true,
  about:
    'What a margin makes of the mid rate of now: the customer’s rate, both amounts, the margin in pounds and the positions after the deal. Without a margin, the usual one. Nothing is kept.',
  input: z.strictObject({
    uid: Uid,
    marginBps: z.coerce.number().int().min(minMarginBps).max(maxMarginBps).optional(),
  }),
  reply: DealPreview,
  refusals: [...dealerRefusals, 'amount_invalid', 'pair_unavailable', 'market_closed', 'rate_unavailable'],
});

export const quote = endpoint({
  method: 'POST',
  path: '/v1/manage/manual-fx/{uid}/quote',
  access: 'staff',
  about:
    'The dealer names a rate: the mid rate of now less a margin, for so many seconds. Above the dealer’s limit the customer sees it only when a second dealer has approved it.',
  input: z.strictObject({
    uid: Uid,
    marginBps: z.int().min(minMarginBps).max(maxMarginBps),
    validSeconds: z.int().min(15).max(3600),
    idempotency: Idempotency,
  }),
  reply: DealForDealer,
  refusals: [...dealerRefusals, 'amount_invalid', 'pair_unavailable', 'market_closed', 'rate_unavailable'],
});

export const approve = endpoint({
  method: 'POST',
  path: '/v1/manage/manual-fx/{uid}/approve',
  access: 'staff',
  about:
    'A second dealer approves the rate of this number, above the limit of the first. Nobody approves their own, and a later quote is another number.',
  input: UidInput.extend({ number: z.int().positive() }),
  reply: DealForDealer,
  refusals: [...dealerRefusals, 'approver_conflict', 'quote_expired'],
});

export const markUnable = endpoint({
  method: 'POST',
  path: '/v1/manage/manual-fx/{uid}/unable',
  access: 'staff',
  about: 'The deal cannot be done. The customer reads why, and money set aside is available again.',
  input: UidInput.extend({ reason: freeText().min(5).max(300) }),
  reply: DealForDealer,
  refusals: dealerRefusals,
});

export const book = endpoint({
  method: 'POST',
  path: '/v1/manage/manual-fx/{uid}/book',
  access: 'staff',
  about: 'The accepted deal is covered and booked; it settles on its value date.',
  input: UidInput,
  reply: DealForDealer,
  refusals: dealerRefusals,
});

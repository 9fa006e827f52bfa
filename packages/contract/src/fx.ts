import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { AmountText, BankHolderId, CurrencyCode, Idempotency, Moment, MoneyView, PinApproval, Uid } from './fields.ts';
import { TeamApprovalBadge } from './team-approval.ts';

const RateFigures = z.object({ base: CurrencyCode, quote: CurrencyCode, rate: z.string() });

export const ShownRate = RateFigures.extend({ market: RateFigures.nullable() }).meta({
  id: 'ShownRate',
  description:
    'One `base`, the currency that is sold, buys `rate` of `quote`. Four decimals, or five digits below 0.1, rounded down. `market` is the same rate the way the market quotes the pair, rounded up; null where that is the same way.',
});
export type ShownRate = z.infer<typeof ShownRate>;

/** A quote, guaranteed until `expiresAt`. */
export const QuoteView = z
  .object({
    quoteId: Uid,
    sell: CurrencyCode,
    buy: CurrencyCode,
    /** Total debit, fee included. */
    sellAmount: MoneyView,
    buyAmount: MoneyView,
    side: z.enum(['sell', 'buy']),
    /** Exact rate of the amounts: bought units for one sold unit, ten decimals. */
    rate: z.string(),
    midRate: z.string(),
    shown: ShownRate,
    shownMid: ShownRate,
    marginBps: z.int(),
    margin: MoneyView,
    fee: MoneyView,
    totalCost: MoneyView,
    totalCostPct: z.string(),
    expiresAt: Moment,
    validSeconds: z.int(),
    offHours: z.boolean(),
    closed: z
      .object({ opensAt: Moment, markupBps: z.int(), message: z.string(), allowHoldUntilOpen: z.boolean() })
      .nullable(),
    /** False for an indicative price. */
    tradable: z.boolean(),
    plusRate: ShownRate.nullable(),
    plusSaving: MoneyView.nullable(),
    /**
     * Set if colleagues must approve: maximum debit and minimum credit at the rate of execution. `worst` is sent back
     * to agree to them.
     */
    team: z.object({ most: MoneyView, least: MoneyView, worst: AmountText }).nullable(),
  })
  .meta({ id: 'FxQuote' });
export type QuoteView = z.infer<typeof QuoteView>;

export const ExchangeView = z
  .object({
    sold: MoneyView,
    bought: MoneyView,
    shown: ShownRate,
    shownMid: ShownRate,
    margin: MoneyView,
    fee: MoneyView,
  })
  .meta({ id: 'Exchange' });
export type ExchangeView = z.infer<typeof ExchangeView>;

const Side = z.object({ bankholderid: BankHolderId, amount: MoneyView, balance: MoneyView, available: MoneyView });

export const ConversionView = z
  .object({
    uid: Uid,
    reference: z.string().nullable(),
    sold: Side,
    bought: Side,
    fee: MoneyView,
    totalCost: MoneyView,
    shown: ShownRate,
    madeAt: Moment,
    teamApproval: TeamApprovalBadge.nullable(),
  })
  .meta({ id: 'Conversion' });
export type ConversionView = z.infer<typeof ConversionView>;

export const quote = endpoint({
  method: 'POST',
  path: '/v1/payment/fxrate',
  access: 'payment',
  asksOnly: true,
  about:
    'Prices a conversion and promises that price for a while: between own accounts, or on the way to a payee in the currency that is bought. One amount is fixed, sold or bought; the quote serves once.',
  input: z.strictObject({
    sell: CurrencyCode,
    buy: CurrencyCode,
    side: z.enum(['sell', 'buy']),
    amount: AmountText,
    payeeUid: Uid.optional(),
    /** The quote that this one replaces and cancels. */
    replaces: Uid.optional(),
    idempotency: Idempotency,
  }),
  reply: QuoteView,
  refusals: [
    'account_restricted',
    'amount_invalid',
    'limit_exceeded',
    'market_closed',
    'not_found',
    'pair_unavailable',
    'payee_not_approved',
    'rate_unavailable',
    'service_off',
  ],
});

export const convert = endpoint({
  method: 'POST',
  path: '/v1/fx/convert',
  access: 'payment',
  about:
    'Exchanges between two accounts of the customer at a quoted price, at once. The approval of the PIN names the quote, both accounts and both amounts. What colleagues have to approve is exchanged when they do, within `worst`.',
  input: z.strictObject({
    quoteId: Uid,
    sourceBankholderId: BankHolderId,
    targetBankholderId: BankHolderId,
    worst: AmountText.optional(),
    approval: PinApproval,
    idempotency: Idempotency,
  }),
  reply: ConversionView,
  refusals: [
    'not_found',
    'account_not_usable',
    'account_restricted',
    'approval_invalid',
    'approval_required',
    'insufficient_funds',
    'market_closed',
    'pair_unavailable',
    'quote_expired',
    'quote_used',
    'rate_moved',
    'rate_unavailable',
    'service_off',
  ],
});

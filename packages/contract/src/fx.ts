import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { AmountText, BankHolderId, CurrencyCode, Idempotency, Moment, MoneyView, PinApproval, Uid } from './fields.ts';
import { TeamApprovalBadge } from './team-approval.ts';

const RateFigures = z.object({ base: CurrencyCode, quote: CurrencyCode, rate: z.string() });

/** A rate for reading; the money package writes it as text. */
export const ShownRate = RateFigures.extend({ market: RateFigures.nullable() }).meta({
  id: 'ShownRate',
  description:
    'One `base`, the currency that is sold, buys `rate` of `quote`. Four decimals, or five digits below 0.1, rounded down. `market` is the same rate the way the market quotes the pair, rounded up; null where that is the same way.',
});
export type ShownRate = z.infer<typeof ShownRate>;

/** What a conversion costs and brings, promised until `expiresAt` (product.md B7). */
export const QuoteView = z
  .object({
    quoteId: Uid,
    sell: CurrencyCode,
    buy: CurrencyCode,
    /** All that leaves, the fee inside. */
    sellAmount: MoneyView,
    buyAmount: MoneyView,
    side: z.enum(['sell', 'buy']),
    /** One unit sold in units bought, ten decimals: the rate that the amounts are computed from. */
    rate: z.string(),
    midRate: z.string(),
    /** The same two for reading. */
    shown: ShownRate,
    shownMid: ShownRate,
    marginBps: z.int(),
    /** What margin and rounding cost, in the currency that is sold. */
    margin: MoneyView,
    fee: MoneyView,
    totalCost: MoneyView,
    /** Of the amount sold, with two decimals. */
    totalCostPct: z.string(),
    expiresAt: Moment,
    /** The length of the promise from the moment it was made, for the countdown. */
    validSeconds: z.int(),
    offHours: z.boolean(),
    /** Set while the market is closed. */
    closed: z
      .object({ opensAt: Moment, markupBps: z.int(), message: z.string(), allowHoldUntilOpen: z.boolean() })
      .nullable(),
    /** False for a price that is only for looking at. */
    tradable: z.boolean(),
    /** For a wallet customer: what Plus would get, and by how much that is better on this amount. */
    plusRate: ShownRate.nullable(),
    plusSaving: MoneyView.nullable(),
    /**
     * Set where colleagues have to approve an exchange between own accounts: what leaves at most and is bought at least at
     * the rate of then, and `worst` to agree to it with.
     */
    team: z.object({ most: MoneyView, least: MoneyView, worst: AmountText }).nullable(),
  })
  .meta({ id: 'FxQuote' });
export type QuoteView = z.infer<typeof QuoteView>;

/** The exchange inside of a payment, at the figures of its quote. */
export const ExchangeView = z
  .object({
    /** All that leaves for it, its fee inside. */
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

/**
 * A conversion that was carried out, with what both accounts stand at since; or one that waits for colleagues, with the
 * worst that may become of it, and what is set aside for that.
 */
export const ConversionView = z
  .object({
    uid: Uid,
    /** Null until it is carried out. */
    reference: z.string().nullable(),
    sold: Side,
    bought: Side,
    fee: MoneyView,
    totalCost: MoneyView,
    shown: ShownRate,
    madeAt: Moment,
    /** Set for one that waits for colleagues: nothing is exchanged before they approve. */
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
    /** The payee that is to be paid with it, where it is for a payment and not for an exchange between own accounts. */
    payeeUid: Uid.optional(),
    /** The quote that this one takes the place of: it is withdrawn. */
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

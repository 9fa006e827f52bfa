import { z } from 'zod';
import { ApprovalRequestSummary } from '../approvals/approval.ts';
import { DisplayedRate } from '../platform/displayed-rate.ts';
import { endpoint } from '../platform/endpoint.ts';
import {
  AmountText,
  BankHolderId,
  CurrencyCode,
  FeeLine,
  Idempotency,
  Moment,
  MoneyView,
  PinAuthorisation,
  Uid,
} from '../platform/fields.ts';

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
    displayedRate: DisplayedRate,
    displayedMidRate: DisplayedRate,
    marginBps: z.int(),
    margin: MoneyView,
    fee: MoneyView,
    /** Parts of `fee`. */
    feeLines: z.array(FeeLine),
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
    plusRate: DisplayedRate.nullable(),
    plusSaving: MoneyView.nullable(),
    /**
     * Set if colleagues must approve: maximum debit and minimum credit at the rate of execution. `worst` is sent back
     * to agree to them.
     */
    team: z.object({ maxDebit: MoneyView, minCredit: MoneyView, worstCase: AmountText }).nullable(),
  })
  .meta({ id: 'FxQuote' });
export type QuoteView = z.infer<typeof QuoteView>;

export const ExchangeView = z
  .object({
    sold: MoneyView,
    bought: MoneyView,
    displayedRate: DisplayedRate,
    displayedMidRate: DisplayedRate,
    margin: MoneyView,
    fee: MoneyView,
  })
  .meta({ id: 'Exchange' });
export type ExchangeView = z.infer<typeof ExchangeView>;

const AccountSide = z.object({
  bankholderid: BankHolderId,
  amount: MoneyView,
  balance: MoneyView,
  available: MoneyView,
});

export const ConversionView = z
  .object({
    uid: Uid,
    reference: z.string().nullable(),
    sold: AccountSide,
    bought: AccountSide,
    fee: MoneyView,
    totalCost: MoneyView,
    displayedRate: DisplayedRate,
    executedAt: Moment,
    approvalRequest: ApprovalRequestSummary.nullable(),
  })
  .meta({ id: 'Conversion' });
export type ConversionView = z.infer<typeof ConversionView>;

export const quote = endpoint({
  method: 'POST',
  path: '/v1/payment/fxrate',
  access: 'payment',
  returnsQuote: true,
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
  accountAction: 'exchange',
  about:
    'Exchanges between two accounts of the customer at a quoted price, at once. The approval of the PIN names the quote, both accounts and both amounts. What colleagues have to approve is exchanged when they do, within `worst`.',
  input: z.strictObject({
    quoteId: Uid,
    sourceBankholderId: BankHolderId,
    targetBankholderId: BankHolderId,
    worstCase: AmountText.optional(),
    authorisation: PinAuthorisation,
    idempotency: Idempotency,
  }),
  reply: ConversionView,
  refusals: [
    'not_found',
    'account_not_usable',
    'account_restricted',
    'authorisation_invalid',
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

import { AccountFrozen, InsufficientFunds } from '@larkmere/ledger/errors';
import type { AccountId, HoldVoiding, OperationId, Posting, Receipt } from '@larkmere/ledger/types';
import { formatDisplayMoney } from '@larkmere/money/display-amount';
import { type Currency, formatAmount, type Money } from '@larkmere/money/money';
import type { Rate } from '@larkmere/money/rate';
import { v7 } from 'uuid';
import {
  bookOperations,
  firmAccountId,
  generateReference,
} from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { pipeline } from '../../platform/db/pipeline-driver.ts';
import { defineEvent } from '../../platform/events/outbox.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { approvalRequirementsForConversion, convertAtMid } from './approval-requirements.ts';
import { conversionPostings } from './conversion.postings.ts';
import { type PriceRule, priceRules, priceRulesForSellCurrency, setQuoteState } from './conversion.sql.ts';
import { toExchangeView } from './conversion.view.ts';
import { createFxQuote } from './create-quote.ts';
import { requireUsableAccount } from './customer-account.ts';
import { currentTerms } from './deal-terms.ts';
import { findOwnQuote } from './find-quote.ts';
import { honourDisplayedRate } from './honour-displayed-rate.ts';
import { immediateQuote, type ImmediateQuote as QuoteToUse } from './immediate-quote.ts';
import { lockOpenQuote } from './lock-quote.ts';
import { calculatePrice, costIncludingLoss, costOf, customerRate } from './price.ts';
import { priceFromRow, toPriceColumns } from './quote-row.ts';
import { quotesById } from './quotes-by-id.ts';
import { insertConversionRecords } from './record-conversions.ts';
import { insertPaymentConversion } from './record-payment-conversion.ts';
import { spotPrice } from './spot-price.ts';
import { requireTradingPermission } from './trading-permission.ts';
import {
  createWorstCaseQuote,
  quoteWithinLimit,
  requireWorstCaseAgreed,
  type WorstCaseQuote as WorstQuote,
} from './worst-case-quote.ts';

export type Tier = 'plus' | 'wallet';
export type Side = 'sell' | 'buy';
export type QuoteState = 'open' | 'accepted' | 'used' | 'expired' | 'withdrawn';

/** `mid` is one `mid.base` in `mid.quote`; `fee` is in the sold currency. */
export type PriceTerms = Readonly<{ mid: Rate; marginBps: number; fee: Money }>;

/** `closed` is set while the market is closed; its `markupBps` is already part of `marginBps`. */
export type DealTerms = PriceTerms &
  Readonly<{
    midAt: Date;
    maxSell: Money;
    validSeconds: number;
    closed: Readonly<{ opensAt: Date; markupBps: number; message: string; allowHoldUntilOpen: boolean }> | undefined;
    indicative: boolean;
  }>;

/** `sell` includes the fee. `midValue` is exactly `buy` + `spread` + `rounding`; `rounding` can be negative. */
export type Price = Readonly<{
  sell: Money;
  fee: Money;
  buy: Money;
  mid: Rate;
  rate: Rate;
  marginBps: number;
  midValue: Money;
  spread: Money;
  rounding: Money;
}>;

export type Quote = Readonly<{
  id: string;
  state: QuoteState;
  tier: Tier;
  side: Side;
  price: Price;
  offHours: boolean;
  indicative: boolean;
  expiresAt: Date;
}>;

export type ConversionEvent = Readonly<{
  conversionId: string;
  customerId: string;
  userId: string | null;
  cause: ConversionCause;
  sold: string;
  sell: string;
  bought: string;
  buy: string;
  rate: string;
  link: string;
}>;
export const fxConverted = defineEvent<ConversionEvent>('fx.converted');

/** Excludes the out-of-hours markup. */
export const tierRate = (mid: Rate, marginBps: number): Rate => customerRate(mid, marginBps);

export async function pairMargins(
  { tx }: Pick<Ctx, 'tx'>,
  sell: Currency,
  buy: Currency,
): Promise<TierMargins | undefined> {
  return tierMargins(await priceRules(tx, sell, buy));
}

export async function marginsForSellCurrency(
  { tx }: Pick<Ctx, 'tx'>,
  sell: Currency,
): Promise<Map<Currency, TierMargins>> {
  const byBought = Map.groupBy(await priceRulesForSellCurrency(tx, sell), ({ buy }) => buy as Currency);
  return new Map(
    [...byBought].flatMap(([buy, rules]) => {
      const margins = tierMargins(rules);
      return margins ? [[buy, margins] as const] : [];
    }),
  );
}

type TierMargins = Readonly<Record<Tier, number>>;

function tierMargins(rules: readonly PriceRule[]): TierMargins | undefined {
  const of = (tier: Tier): number | undefined => rules.find((rule) => rule.tier === tier)?.margin_bps;
  const [plus, wallet] = [of('plus'), of('wallet')];
  return plus === undefined || wallet === undefined ? undefined : { plus, wallet };
}

export const currentDealTerms = currentTerms;

export const priceWithTerms = calculatePrice;

export const priceColumns = toPriceColumns;
export const priceFromColumns = priceFromRow;

export const requireTradingAllowed = requireTradingPermission;

export const requireTradableAccount = requireUsableAccount;

export type ImmediateQuote = QuoteToUse;

export type QuoteRequest = Readonly<{ tier: Tier; side: Side; sell: Currency; buy: Currency; amount: Money }>;

export const priceNow = spotPrice;

export const lockQuote = lockOpenQuote;

export const markQuoteUsed = ({ tx }: Pick<Ctx, 'tx'>, quote: Quote): Promise<void> =>
  setQuoteState(tx, quote.id, 'used');

export const withdrawLockedQuote = ({ tx }: Pick<Ctx, 'tx'>, quote: Quote): Promise<void> =>
  setQuoteState(tx, quote.id, 'withdrawn');

export async function buildConversionPostings(
  { tx }: Pick<Ctx, 'tx'>,
  price: Price,
  from: AccountId,
  to: AccountId,
): Promise<Posting[]> {
  const [sell, buy] = [price.sell.currency, price.buy.currency];
  const [positionSold, positionBought, feeIncome, spreadIncome, rounding] = await pipeline(
    firmAccountId(tx, `position:${sell}`),
    firmAccountId(tx, `position:${buy}`),
    firmAccountId(tx, `fee-income:fx:${sell}`),
    firmAccountId(tx, `fx-spread:${buy}`),
    firmAccountId(tx, `fx-rounding:${buy}`),
  );
  return conversionPostings(price, { from, to, positionSold, positionBought, feeIncome, spreadIncome, rounding });
}

export type ConversionCause = 'instant' | 'payment' | 'auto' | 'manual';
export type ConversionRequest = Readonly<{
  customerId: string;
  userId: string | null;
  cause: ConversionCause;
  quoteId: string | null;
  price: Price;
  from: AccountId;
  to: AccountId;
  /** Voided in the same ledger call, so that the held money pays for the conversion. */
  holdToRelease?: HoldVoiding;
}>;
export type Conversion = Readonly<{ id: OperationId; reference: string; receipt: Receipt }>;

/**
 * Posts and records a conversion in the caller's transaction. The caller emits `fx.converted`. Refuses
 * `insufficient_funds` and `account_not_usable`.
 */
export async function bookConversion(ctx: Pick<Ctx, 'tx' | 'now'>, deal: ConversionRequest): Promise<Conversion> {
  const { tx } = ctx;
  const id = v7() as OperationId;
  const reference = generateReference();
  await recordConversions(ctx, [{ id, reference, request: deal }]);
  const postings = await buildConversionPostings(ctx, deal.price, deal.from, deal.to);
  const freeing = deal.holdToRelease ? [{ kind: 'void_hold', ...deal.holdToRelease } as const] : [];
  const conversion = { kind: 'post', id, code: 'fx.converted', postings } as const;
  const receipts = await bookOperations(tx, [...freeing, conversion]).catch((error: unknown) => {
    if (error instanceof InsufficientFunds)
      throw new Refusal('insufficient_funds', insufficientFundsDetails(deal.price));
    throw error instanceof AccountFrozen ? new Refusal('account_not_usable') : error;
  });
  return { id, reference, receipt: receipts.at(-1) as Receipt };
}

const insufficientFundsDetails = ({ sell }: Price) => ({
  message: `This needs ${formatDisplayMoney(sell)}, and less than that is available. Nothing was exchanged. Enter a smaller amount.`,
  data: { needed: formatAmount(sell), currency: sell.currency },
});

export const recordConversions = insertConversionRecords;

export const recordPaymentConversion = insertPaymentConversion;

export const findQuote = findOwnQuote;

export const createImmediateQuote = immediateQuote;

export const quoteAtDisplayedRate = honourDisplayedRate;

export const createQuote = createFxQuote;

export const findQuotes = quotesById;

export const worstCaseOfQuote = createWorstCaseQuote;
export type WorstCaseQuote = WorstQuote;

export const requireWorstCaseConsent = requireWorstCaseAgreed;

export const quoteWithinAgreedLimit = quoteWithinLimit;

export const approvalRequirementsForDeal = approvalRequirementsForConversion;

export const valueAtMid = convertAtMid;

export const viewExchange = toExchangeView;

export const marginCost = (price: Price): Money => costOf(price).margin;

export const exchangeCostIncludingDeductions = costIncludingLoss;

import { AccountFrozen, InsufficientFunds } from '@larkmere/ledger/errors';
import type { AccountId, HoldVoiding, OperationId, Posting, Receipt } from '@larkmere/ledger/types';
import { moneyText } from '@larkmere/money/amount-text';
import { type Currency, formatAmount, type Money } from '@larkmere/money/money';
import type { Rate } from '@larkmere/money/rate';
import { v7 } from 'uuid';
import { bookAll, houseAccount, shortReference } from '../books/books.ts';
import { together } from '../kernel/driver.ts';
import { event } from '../kernel/outbox.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';
import { demandsOnExchange, valueIn } from './demands.ts';
import { conversionPostings } from './fx.postings.ts';
import { enterQuoteState, type PriceRule, priceRules, priceRulesOfSold } from './fx.sql.ts';
import { exchangeView } from './fx.view.ts';
import { lockOpenQuote } from './lock-quote.ts';
import { requireMayDeal } from './may-deal.ts';
import { requireUsableHolding } from './own-holding.ts';
import { ownQuote } from './own-quote.ts';
import { costOf, costWith, customerRate, priceOn } from './price.ts';
import { pricedNow } from './priced-now.ts';
import { columnsOf, priceOf } from './quote.ts';
import { quoteAsShown } from './quote-as-shown.ts';
import { quoteFx } from './quote-fx.ts';
import { type ToUse as QuoteToUse, quoteToUse } from './quote-to-use.ts';
import { quotesById } from './quotes-by-id.ts';
import { record } from './record-conversions.ts';
import { recordPaid } from './record-paid.ts';
import { termsNow } from './terms.ts';
import { quoteWithin, requireAgreed, type Worst as WorstQuote, worstQuote } from './worst-quote.ts';

export type Tier = 'plus' | 'wallet';
/** Which amount the customer fixed. */
export type Side = 'sell' | 'buy';
export type QuoteState = 'open' | 'accepted' | 'used' | 'expired' | 'withdrawn';

/** What a conversion is priced from: one `mid.base` in `mid.quote`, our margin, and a fee in the currency that is sold. */
export type Terms = Readonly<{ mid: Rate; marginBps: number; fee: Money }>;

/** Terms at one moment, with what else bounds a deal. `closed`: the market is, until then, and what that adds to the margin. */
export type DealTerms = Terms &
  Readonly<{
    midAt: Date;
    most: Money;
    validSeconds: number;
    closed: Readonly<{ opensAt: Date; markupBps: number; message: string; allowHoldUntilOpen: boolean }> | undefined;
    /** For looking at only. */
    indicative: boolean;
  }>;

/**
 * The figures of one conversion. `sell` is all that leaves, the fee inside; `midValue`, the worth of the rest at mid,
 * is exactly `buy` + `spread` + `rounding`, and the rounding may be below zero.
 */
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

export type ConversionNews = Readonly<{
  conversionId: string;
  customerId: string;
  personId: string | null;
  cause: Cause;
  sold: string;
  sell: string;
  bought: string;
  buy: string;
  /** For reading: `1 GBP = 43.1839 THB`. */
  rate: string;
  link: string;
}>;
export const fxConverted = event<ConversionNews>('fx.converted');

/** What a tier gets of a mid rate, as the widget draws it. The markup of closed hours is no part of it. */
export const tierRate = (mid: Rate, marginBps: number): Rate => customerRate(mid, marginBps);

/** The margins of a pair by tier, in basis points; undefined when it is not dealt. */
export async function marginsOf(
  { tx }: Pick<Ctx, 'tx'>,
  sell: Currency,
  buy: Currency,
): Promise<TierMargins | undefined> {
  return tierMargins(await priceRules(tx, sell, buy));
}

/** The margins of everything that is dealt for a currency, by what is bought. */
export async function marginsOfSold({ tx }: Pick<Ctx, 'tx'>, sell: Currency): Promise<Map<Currency, TierMargins>> {
  const byBought = Map.groupBy(await priceRulesOfSold(tx, sell), ({ buy }) => buy as Currency);
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

/** On which terms a pair is dealt now; the refusals are those of `priceNow` that do not depend on an amount. */
export const dealTerms = termsNow;

/** What an amount costs or brings on some terms; undefined for one that buys nothing. */
export const priceAt = priceOn;

/** A price as the columns that keep it, and back. */
export const columnsOfPrice = columnsOf;
export const priceOfColumns = priceOf;

/** Refuses `account_restricted` for a customer who may not deal, and `service_off` while the service is. */
export const requireRightToDeal = requireMayDeal;

/** The caller's own account or wallet in a currency. Refuses `not_found` and `account_not_usable`. */
export const requireHolding = requireUsableHolding;

/** A quote that is used the moment it is made, and what writes it down. */
export type ToUse = QuoteToUse;

export type Wanted = Readonly<{ tier: Tier; side: Side; sell: Currency; buy: Currency; amount: Money }>;

/** The price of a conversion at this moment, promising nothing. */
export const priceNow = pricedNow;

/**
 * Takes a quote for use in this transaction; nobody else can have it from here on. Refuses `not_found` for somebody
 * else's, `quote_used`, `quote_expired`, `market_closed` for one that was only for looking at, and `rate_moved` when the
 * market has jumped away from it.
 */
export const lockQuote = lockOpenQuote;

/** The locked quote was carried out: it is never used again. */
export const useQuote = ({ tx }: Pick<Ctx, 'tx'>, quote: Quote): Promise<void> => enterQuoteState(tx, quote.id, 'used');

/** The locked quote is given up, for what colleagues approve at the rate of then. */
export const giveUpQuote = ({ tx }: Pick<Ctx, 'tx'>, quote: Quote): Promise<void> =>
  enterQuoteState(tx, quote.id, 'withdrawn');

/** The arrows of a conversion between two ledger accounts, for a transfer or a hold that carries more than it. */
export async function postingsOf(
  { tx }: Pick<Ctx, 'tx'>,
  price: Price,
  from: AccountId,
  to: AccountId,
): Promise<Posting[]> {
  const [sell, buy] = [price.sell.currency, price.buy.currency];
  const [positionSold, positionBought, feeIncome, spreadIncome, rounding] = await together(
    houseAccount(tx, `position:${sell}`),
    houseAccount(tx, `position:${buy}`),
    houseAccount(tx, `fee-income:fx:${sell}`),
    houseAccount(tx, `fx-spread:${buy}`),
    houseAccount(tx, `fx-rounding:${buy}`),
  );
  return conversionPostings(price, { from, to, positionSold, positionBought, feeIncome, spreadIncome, rounding });
}

export type Cause = 'instant' | 'payment' | 'auto' | 'manual';
export type Deal = Readonly<{
  customerId: string;
  personId: string | null;
  cause: Cause;
  quoteId: string | null;
  price: Price;
  from: AccountId;
  to: AccountId;
  /** What was set aside for it makes room for it, in the same call of the ledger. */
  frees?: HoldVoiding;
}>;
export type Conversion = Readonly<{ id: OperationId; reference: string; receipt: Receipt }>;

/**
 * Carries a conversion out in the caller's transaction: the ledger, its record, and its words on the statement. Refuses
 * `insufficient_funds` and `account_not_usable`. Who asked is told by the caller with `fx.converted`.
 */
export async function convert(ctx: Pick<Ctx, 'tx' | 'now'>, deal: Deal): Promise<Conversion> {
  const { tx } = ctx;
  const id = v7() as OperationId;
  const reference = shortReference();
  await recordConversions(ctx, [{ id, reference, deal }]);
  const postings = await postingsOf(ctx, deal.price, deal.from, deal.to);
  const freeing = deal.frees ? [{ kind: 'void_hold', ...deal.frees } as const] : [];
  const conversion = { kind: 'post', id, code: 'fx.converted', postings } as const;
  const receipts = await bookAll(tx, [...freeing, conversion]).catch((error: unknown) => {
    if (error instanceof InsufficientFunds) throw new Refusal('insufficient_funds', shortOf(deal.price));
    throw error instanceof AccountFrozen ? new Refusal('account_not_usable') : error;
  });
  return { id, reference, receipt: receipts.at(-1) as Receipt };
}

const shortOf = ({ sell }: Price) => ({
  message: `This needs ${moneyText(sell)}, and less than that is available. Nothing was exchanged. Enter a smaller amount.`,
  data: { needed: formatAmount(sell), currency: sell.currency },
});

/** Keeps figures and words of conversions, each under the id of its operation in the ledger. */
export const recordConversions = record;

/** Keeps the figures of an exchange that a payment carried out in its own transfer, at a used quote. */
export const recordPaidExchange = recordPaid;

/** A quote of the caller, for looking at, after its end too. Refuses `not_found` for somebody else's. */
export const findQuote = ownQuote;

/** A price of this moment that is used at once, for whoever deals without being asked. */
export const priceToUse = quoteToUse;

/** A price at a rate that the caller was shown a moment ago, used at once. Refuses `rate_moved`. */
export const priceAsShown = quoteAsShown;

/** A new promise of a price. */
export const promisePrice = quoteFx;

/** Quotes by their ids, whatever became of them, for whoever tells what they paid for. */
export const quotesOf = quotesById;

/** The worst that may become of an exchange that waits for colleagues. */
export const worstOfQuote = worstQuote;
export type Worst = WorstQuote;

/** Refuses `approval_required` to whoever has not agreed to exactly that worst. */
export const requireAgreedTo = requireAgreed;

/** What colleagues approved, at the rate of this moment. Refuses `rate_moved` while it is worse than what was agreed to. */
export const priceWithin = quoteWithin;

/** What the rules demand of colleagues before somebody exchanges so much; what is not known yet counts as enough. */
export const demandsOnDeal = demandsOnExchange;

/** An amount in another currency at mid, rounded up. Undefined without a good rate. */
export const worthIn = valueIn;

/** An exchange as its customer sees it, inside of something larger. */
export const viewExchange = exchangeView;

/** What margin and rounding of an exchange cost, in the currency that was sold. */
export const marginOf = (price: Price): Money => costOf(price).margin;

/** What an exchange costs together with something that was lost of what it bought, in the currency that was sold. */
export const costOfExchange = costWith;

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
export type Side = 'sell' | 'buy';
export type QuoteState = 'open' | 'accepted' | 'used' | 'expired' | 'withdrawn';

/** `mid` is one `mid.base` in `mid.quote`; `fee` is in the sold currency. */
export type Terms = Readonly<{ mid: Rate; marginBps: number; fee: Money }>;

/** `closed` is set while the market is closed; its `markupBps` is already part of `marginBps`. */
export type DealTerms = Terms &
  Readonly<{
    midAt: Date;
    most: Money;
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

export type ConversionNews = Readonly<{
  conversionId: string;
  customerId: string;
  personId: string | null;
  cause: Cause;
  sold: string;
  sell: string;
  bought: string;
  buy: string;
  rate: string;
  link: string;
}>;
export const fxConverted = event<ConversionNews>('fx.converted');

/** Excludes the out-of-hours markup. */
export const tierRate = (mid: Rate, marginBps: number): Rate => customerRate(mid, marginBps);

export async function marginsOf(
  { tx }: Pick<Ctx, 'tx'>,
  sell: Currency,
  buy: Currency,
): Promise<TierMargins | undefined> {
  return tierMargins(await priceRules(tx, sell, buy));
}

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

export const dealTerms = termsNow;

export const priceAt = priceOn;

export const columnsOfPrice = columnsOf;
export const priceOfColumns = priceOf;

export const requireRightToDeal = requireMayDeal;

export const requireHolding = requireUsableHolding;

export type ToUse = QuoteToUse;

export type Wanted = Readonly<{ tier: Tier; side: Side; sell: Currency; buy: Currency; amount: Money }>;

export const priceNow = pricedNow;

export const lockQuote = lockOpenQuote;

export const useQuote = ({ tx }: Pick<Ctx, 'tx'>, quote: Quote): Promise<void> => enterQuoteState(tx, quote.id, 'used');

export const giveUpQuote = ({ tx }: Pick<Ctx, 'tx'>, quote: Quote): Promise<void> =>
  enterQuoteState(tx, quote.id, 'withdrawn');

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
  /** Voided in the same ledger call, so that the held money pays for the conversion. */
  frees?: HoldVoiding;
}>;
export type Conversion = Readonly<{ id: OperationId; reference: string; receipt: Receipt }>;

/**
 * Posts and records a conversion in the caller's transaction. The caller emits `fx.converted`. Refuses
 * `insufficient_funds` and `account_not_usable`.
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

export const recordConversions = record;

export const recordPaidExchange = recordPaid;

export const findQuote = ownQuote;

export const priceToUse = quoteToUse;

export const priceAsShown = quoteAsShown;

export const promisePrice = quoteFx;

export const quotesOf = quotesById;

export const worstOfQuote = worstQuote;
export type Worst = WorstQuote;

export const requireAgreedTo = requireAgreed;

export const priceWithin = quoteWithin;

export const demandsOnDeal = demandsOnExchange;

export const worthIn = valueIn;

export const viewExchange = exchangeView;

export const marginOf = (price: Price): Money => costOf(price).margin;

export const costOfExchange = costWith;

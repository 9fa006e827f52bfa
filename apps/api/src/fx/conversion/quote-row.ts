import { money } from '@larkmere/money/money';
import { formatRate, type Rate, readRate } from '@larkmere/money/rate';
import type { Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, CustomerCtx } from '../../platform/requests/verb.ts';
import { findQuoteRow, findQuoteRows, lockQuoteRow, type QuoteRow, setQuoteState } from './conversion.sql.ts';
import { currentDealTerms } from './deal-terms.ts';
import { hasMoved, type Price, rateDecimals, type Side, type Tier } from './price.ts';

type PriceColumns = Pick<
  QuoteRow,
  | 'sell'
  | 'buy'
  | 'sellMinor'
  | 'feeMinor'
  | 'buyMinor'
  | 'mid'
  | 'rate'
  | 'marginBps'
  | 'midValueMinor'
  | 'spreadMinor'
  | 'roundingMinor'
>;

export function priceFromRow(row: PriceColumns): Price {
  const [sell, buy] = [row.sell, row.buy];
  const rateOf = (text: string): Rate => {
    const rate = readRate(sell, buy, text);
    if (!rate) throw new Error(`${text} is not a rate`);
    return rate;
  };
  return {
    sell: money(sell, row.sellMinor),
    fee: money(sell, row.feeMinor),
    buy: money(buy, row.buyMinor),
    mid: rateOf(row.mid),
    rate: rateOf(row.rate),
    marginBps: row.marginBps,
    midValue: money(buy, row.midValueMinor),
    spread: money(buy, row.spreadMinor),
    rounding: money(buy, row.roundingMinor),
  };
}

export const quoteFromRow = (row: QuoteRow): Quote => ({
  id: row.id,
  state: row.state,
  tier: row.tier,
  side: row.side,
  price: priceFromRow(row),
  offHours: row.offHours,
  indicative: row.indicative,
  expiresAt: row.expiresAt,
});

export const toPriceColumns = ({ sell, fee, buy, mid, rate, marginBps, midValue, spread, rounding }: Price) => ({
  sell: sell.currency,
  buy: buy.currency,
  sellMinor: sell.minor,
  feeMinor: fee.minor,
  buyMinor: buy.minor,
  mid: formatRate(mid, rateDecimals),
  rate: formatRate(rate, rateDecimals),
  marginBps,
  midValueMinor: midValue.minor,
  spreadMinor: spread.minor,
  roundingMinor: rounding.minor,
});

type QuoteState = 'open' | 'accepted' | 'used' | 'expired' | 'withdrawn';

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

export async function findOwnQuote({ tx, actor }: CustomerCtx, quoteId: string): Promise<Quote> {
  const row = await findQuoteRow(tx, quoteId);
  if (!row || row.customerId !== actor.customerId || row.userId !== actor.userId) throw new Refusal('not_found');
  return quoteFromRow(row);
}

export const maxMarketMoveBps = 50;

/**
 * Refuses `not_found` for another customer's quote, `quote_used`, `quote_expired`, `market_closed` for an indicative
 * quote, and `rate_moved` after a market jump.
 */
export async function lockOpenQuote(ctx: CustomerCtx, quoteId: string): Promise<Quote> {
  const { tx, actor, now } = ctx;
  const row = await lockQuoteRow(tx, quoteId);
  if (!row || row.customerId !== actor.customerId || row.userId !== actor.userId) throw new Refusal('not_found');
  if (row.state === 'accepted' || row.state === 'used') throw new Refusal('quote_used');
  if (row.state !== 'open' || row.expiresAt <= now || row.tier !== actor.userType) throw new Refusal('quote_expired');
  if (row.indicative) throw new Refusal('market_closed');
  const quote = quoteFromRow(row);
  const { mid } = await currentDealTerms(ctx, {
    tier: quote.tier,
    sell: quote.price.sell.currency,
    buy: quote.price.buy.currency,
  });
  if (hasMoved(quote.price.mid, mid, maxMarketMoveBps)) throw new Refusal('rate_moved');
  await setQuoteState(tx, quoteId, 'accepted');
  return { ...quote, state: 'accepted' };
}

export async function findQuotes(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Quote>> {
  if (ids.length === 0) return new Map();
  return new Map((await findQuoteRows(tx, ids)).map((row) => [row.id, quoteFromRow(row)]));
}

export const markQuoteUsed = ({ tx }: Pick<Ctx, 'tx'>, quote: Quote): Promise<void> =>
  setQuoteState(tx, quote.id, 'used');

export const withdrawLockedQuote = ({ tx }: Pick<Ctx, 'tx'>, quote: Pick<Quote, 'id'>): Promise<void> =>
  setQuoteState(tx, quote.id, 'withdrawn');

import { message } from '@larkmere/messages/message';
import { add, type Currency, type Money, money } from '@larkmere/money/money';
import { formatRate, readRate, subtractMargin } from '@larkmere/money/rate';
import { v7 } from 'uuid';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, CustomerCtx } from '../../platform/requests/verb.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { present } from '../../platform/values/values.ts';
import { quoteSetting } from './conversion.settings.ts';
import { type BatchQuoteRow, findBatchQuoteRow, insertBatchQuote, insertQuotes } from './conversion.sql.ts';
import { requireQuoteAllowance } from './create-quote.ts';
import { currentDealTerms, type DealTerms } from './deal-terms.ts';
import { hasMoved, type Price, type PriceTerms, priceAt, priceBuying, rateDecimals, roundMid } from './price.ts';
import { maxMarketMoveBps, toPriceColumns } from './quote-row.ts';
import { requireTradingPermission } from './trading-permission.ts';

/** One rate for many payments, each of which buys exactly its amount. */
export type BatchQuote = Readonly<{
  id: string;
  terms: PriceTerms;
  sell: Money;
  buy: Money;
  /** What all payments cost at most if the rate moves while colleagues approve. */
  worst: Money;
  count: number;
  offHours: boolean;
  expiresAt: Date;
}>;

type Batch = Readonly<{ sell: Currency; buy: Currency; amounts: readonly Money[] }>;
type Payer = Pick<CustomerCtx['actor'], 'customerId' | 'userId' | 'userType'>;

const service = 'payment.crosscurrency';

/**
 * Refuses as a quote for a single payment does, and `limit_exceeded` for more payments than a batch may have.
 */
export async function createBatchQuote(ctx: CustomerCtx, { sell, buy, amounts }: Batch): Promise<BatchQuote> {
  const { tx, actor, now } = ctx;
  await requireTradingPermission(ctx, service);
  await requireQuoteAllowance(ctx);
  const { batchPayments: max, approvalToleranceBps } = await requireSetting(tx, quoteSetting, {});
  if (amounts.length > max)
    throw new Refusal('limit_exceeded', { reason: message('exchange_batch_too_large', { max }) });
  const terms = await requireTradableTerms(ctx, actor, { sell, buy });
  const sold = sumSold(amounts.map((amount) => priceAt(terms, 'buy', amount)));
  const worst = { ...terms, mid: subtractMargin(terms.mid, approvalToleranceBps) };
  const row = await insertBatchQuote(tx, {
    id: v7(),
    customerId: actor.customerId,
    userId: actor.userId,
    tier: actor.userType,
    sell,
    buy,
    count: amounts.length,
    sellMinor: sold.minor,
    buyMinor: amounts.reduce(add, money(buy, 0n)).minor,
    worstSellMinor: sumSold(priceBatch(worst, amounts)).minor,
    feeMinor: terms.fee.minor,
    mid: formatRate(roundMid(terms.mid), rateDecimals),
    marginBps: terms.marginBps,
    offHours: terms.closed !== undefined,
    madeAt: now,
    expiresAt: new Date(now.getTime() + terms.validSeconds * 1000),
  });
  return batchQuoteFromRow(row);
}

async function requireTradableTerms(
  ctx: Pick<Ctx, 'tx' | 'now'>,
  { userType: tier }: Pick<Payer, 'userType'>,
  pair: Pick<Batch, 'sell' | 'buy'>,
): Promise<DealTerms> {
  const terms = await currentDealTerms(ctx, { tier, ...pair });
  if (terms.indicative) throw new Refusal('market_closed');
  return terms;
}

const sumSold = (prices: readonly Price[]): Money =>
  present(
    prices.map(({ sell }) => sell).reduce<Money | undefined>((all, sold) => (all ? add(all, sold) : sold), undefined),
    'a payment of a batch',
  );

/** The price of each payment. It follows from the rate alone, so it is the same whenever it is asked for. */
export const priceBatch = (terms: PriceTerms, amounts: readonly Money[]): Price[] =>
  amounts.map((amount) => present(priceBuying(terms, amount), 'a price of a payment'));

export async function findOwnBatchQuote(ctx: CustomerCtx, id: string): Promise<BatchQuote | undefined> {
  const row = await findBatchQuoteRow(ctx.tx, id);
  const { customerId, userId } = ctx.actor;
  return row?.customerId === customerId && row.userId === userId ? batchQuoteFromRow(row) : undefined;
}

export async function findBatchQuote(tx: Ctx['tx'], id: string): Promise<BatchQuote | undefined> {
  const row = await findBatchQuoteRow(tx, id);
  return row && batchQuoteFromRow(row);
}

/** Refuses `quote_expired`, `market_closed`, and `rate_moved` after a market jump. */
export async function requireOpenBatchQuote(ctx: CustomerCtx, quote: BatchQuote): Promise<void> {
  await requireTradingPermission(ctx, service);
  if (quote.expiresAt <= ctx.now) throw new Refusal('quote_expired', { reason: message('exchange_batch_expired') });
  const pair = { sell: quote.sell.currency, buy: quote.buy.currency };
  const { mid } = await requireTradableTerms(ctx, ctx.actor, pair);
  if (hasMoved(quote.terms.mid, mid, maxMarketMoveBps))
    throw new Refusal('rate_moved', { reason: message('exchange_batch_moved') });
}

/**
 * The prices of now, for payments that colleagues have approved. Refuses `rate_moved` while they cost more than the
 * worst case that was agreed to.
 */
export async function repriceBatch(
  ctx: Pick<Ctx, 'tx' | 'now'> & Readonly<{ actor: Payer & Pick<CustomerCtx['actor'], 'accountStatus'> }>,
  { sell, buy, worst }: BatchQuote,
  amounts: readonly Money[],
): Promise<Pick<BatchQuote, 'terms' | 'offHours'>> {
  await requireTradingPermission(ctx, service);
  const terms = await requireTradableTerms(ctx, ctx.actor, { sell: sell.currency, buy: buy.currency });
  const sold = sumSold(amounts.map((amount) => priceAt(terms, 'buy', amount)));
  if (sold.minor > worst.minor)
    throw new Refusal('rate_moved', {
      reason: message('approval_cost_above_agreed', { sell: sold, buy, agreed: worst }),
    });
  return { terms, offHours: terms.closed !== undefined };
}

/** With the terms of the quote, or with those of an approval. */
export type AcceptedBatch = Pick<BatchQuote, 'id' | 'terms' | 'offHours'>;

export type BatchPayment = Readonly<{ id: string; amount: Money }>;

/** Stores the quote of each payment, accepted under its id. It stays so until the payment uses it. */
export async function acceptBatch(
  { tx, now }: Pick<Ctx, 'tx' | 'now'>,
  { customerId, userId, userType }: Payer,
  { id: batchId, terms, offHours }: AcceptedBatch,
  payments: readonly BatchPayment[],
): Promise<void> {
  const prices = priceBatch(
    terms,
    payments.map(({ amount }) => amount),
  );
  await insertQuotes(
    tx,
    payments.map(({ id }, place) => ({
      id,
      customerId,
      userId,
      tier: userType,
      side: 'buy' as const,
      ...toPriceColumns(present(prices[place], 'a price of a payment')),
      offHours,
      indicative: false,
      state: 'accepted' as const,
      madeAt: now,
      expiresAt: new Date(now.getTime() + acceptedMs),
      batchId,
    })),
  );
}

/** A record only: the payments follow within seconds. */
const acceptedMs = 3_600_000;

function batchQuoteFromRow(row: BatchQuoteRow): BatchQuote {
  const { id, sell, buy, count, expiresAt, marginBps } = row;
  const mid = present(readRate(sell, buy, row.mid), 'the rate of a quote');
  return {
    id,
    terms: { mid, marginBps, fee: money(sell, row.feeMinor) },
    sell: money(sell, row.sellMinor),
    buy: money(buy, row.buyMinor),
    worst: money(sell, row.worstSellMinor),
    count,
    offHours: row.offHours,
    expiresAt,
  };
}

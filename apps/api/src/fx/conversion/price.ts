import { message } from '@larkmere/messages/message';
import {
  add,
  type Currency,
  compare,
  formatAmount,
  isPositive,
  type Money,
  money,
  subtract,
} from '@larkmere/money/money';
import { convert, divide, inverse, type Rate, roundRate, subtractMargin } from '@larkmere/money/rate';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { currentDealTerms, type DealTerms } from './deal-terms.ts';

/** Rates are stored with ten decimals and displayed with four. */
export const rateDecimals = 10;

export const roundMid = (mid: Rate): Rate => roundRate(mid, rateDecimals);

/** Rounded once; every quoted or booked amount derives from this rate. */
export const tierRate = (mid: Rate, marginBps: number): Rate =>
  roundRate(subtractMargin(roundMid(mid), marginBps), rateDecimals);

/**
 * The fee is inside `sell`, so a whole balance can be sold. Rounds `buy` down: repeated small conversions must never
 * gain money. Undefined if nothing is left to buy.
 */
export function priceSelling(terms: PriceTerms, sell: Money): Price | undefined {
  const converted = subtract(sell, terms.fee);
  if (!isPositive(converted)) return undefined;
  const rate = tierRate(terms.mid, terms.marginBps);
  const buy = convert(converted, rate, 'down');
  return isPositive(buy) ? buildPrice(terms, rate, sell, buy) : undefined;
}

export function priceBuying(terms: PriceTerms, buy: Money): Price | undefined {
  if (!isPositive(buy)) return undefined;
  const rate = tierRate(terms.mid, terms.marginBps);
  return buildPrice(terms, rate, add(convert(buy, inverse(rate), 'up'), terms.fee), buy);
}

export const calculatePrice = (terms: PriceTerms, side: Side, amount: Money): Price | undefined =>
  side === 'sell' ? priceSelling(terms, amount) : priceBuying(terms, amount);

function buildPrice({ mid, marginBps, fee }: PriceTerms, rate: Rate, sell: Money, buy: Money): Price {
  const midRate = roundMid(mid);
  const converted = subtract(sell, fee);
  const midValue = convert(converted, midRate);
  const { numerator, denominator } = difference(midRate, rate);
  const spread = numerator > 0n ? convert(converted, { ...rate, numerator, denominator }) : money(buy.currency, 0n);
  const rounding = subtract(subtract(midValue, buy), spread);
  return { sell, fee, buy, mid: midRate, rate, marginBps, midValue, spread, rounding };
}

const difference = (a: Rate, b: Rate): Pick<Rate, 'numerator' | 'denominator'> => ({
  numerator: a.numerator * b.denominator - b.numerator * a.denominator,
  denominator: a.denominator * b.denominator,
});

export type Cost = Readonly<{ margin: Money; total: Money; totalBps: bigint }>;

/** In the sold currency; `margin` includes rounding. */
export function costOf({ sell, fee, buy, mid }: Price): Cost {
  const worth = convert(buy, inverse(mid));
  const lost = subtract(subtract(sell, fee), worth);
  const margin = lost.minor > 0n ? lost : money(sell.currency, 0n);
  const total = add(margin, fee);
  return { margin, total, totalBps: divide(total.minor * 10_000n, sell.minor, 'half-up') };
}

/** `lost` is in the bought currency, such as charges deducted by other banks. */
export const exchangeCostIncludingDeductions = (price: Price, lost: Money): Money =>
  add(costOf(price).total, convert(lost, inverse(price.mid)));

export function hasMoved(from: Rate, to: Rate, basisPoints: number): boolean {
  const { numerator, denominator } = difference(to, from);
  const size = numerator < 0n ? -numerator : numerator;
  return size * 10_000n * from.denominator > BigInt(basisPoints) * from.numerator * denominator;
}

export type Tier = 'plus' | 'wallet';

export type Side = 'sell' | 'buy';

/** `mid` is one `mid.base` in `mid.quote`; `fee` is in the sold currency. */
export type PriceTerms = Readonly<{ mid: Rate; marginBps: number; fee: Money }>;

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

/**
 * At the rate of now; `marketAt` is the moment for which the market counts as open or closed. Refuses
 * `pair_unavailable`, `market_closed`, `rate_unavailable`, `limit_exceeded` and `amount_invalid`.
 */
export async function spotPrice(
  ctx: Pick<Ctx, 'tx' | 'now'>,
  { tier, side, sell, buy, amount }: QuoteRequest,
  marketAt: Date = ctx.now,
): Promise<Readonly<{ price: Price; terms: DealTerms }>> {
  const terms = await currentDealTerms(ctx, { tier, sell, buy }, marketAt);
  return { price: priceAt(terms, side, amount), terms };
}

/** Refuses `limit_exceeded` and `amount_invalid`. */
export function priceAt(terms: DealTerms, side: Side, amount: Money): Price {
  const price = calculatePrice(terms, side, amount);
  if (!price) throw new Refusal('amount_invalid', { reason: message('exchange_amount_too_small') });
  if (compare(price.sell, terms.maxSell) > 0) {
    const limit = terms.maxSell;
    throw new Refusal('limit_exceeded', {
      reason: message('exchange_limit_exceeded', { limit }),
      data: { limit: formatAmount(limit), currency: limit.currency },
    });
  }
  return price;
}

export type QuoteRequest = Readonly<{ tier: Tier; side: Side; sell: Currency; buy: Currency; amount: Money }>;

import { add, isPositive, type Money, money, subtract } from '@larkmere/money/money';
import { convert, divide, inverse, lessMargin, type Rate, roundRate } from '@larkmere/money/rate';
import type { Price, Side, Terms } from './fx.ts';

/** Mid rates and customers' rates are kept with this many decimals; people read four. */
export const keptDecimals = 10;

/** A mid rate as a price starts from it. */
export const keptMid = (mid: Rate): Rate => roundRate(mid, keptDecimals);

/** The mid rate less the margin, rounded once: everything that is promised or booked is computed from this rate. */
export const customerRate = (mid: Rate, marginBps: number): Rate =>
  roundRate(lessMargin(keptMid(mid), marginBps), keptDecimals);

/**
 * What an amount that leaves buys; the fee is inside, so all that is available can always be sold. What is bought is
 * rounded down: no number of small conversions, there and back, ever gains a penny. Undefined when nothing is left to buy.
 */
export function priceSelling(terms: Terms, sell: Money): Price | undefined {
  const converted = subtract(sell, terms.fee);
  if (!isPositive(converted)) return undefined;
  const rate = customerRate(terms.mid, terms.marginBps);
  const buy = convert(converted, rate, 'down');
  return isPositive(buy) ? priced(terms, rate, sell, buy) : undefined;
}

/** What has to leave for an amount to be bought, rounded up, the fee inside. Never more than what was quoted to buy it. */
export function priceBuying(terms: Terms, buy: Money): Price | undefined {
  if (!isPositive(buy)) return undefined;
  const rate = customerRate(terms.mid, terms.marginBps);
  return priced(terms, rate, add(convert(buy, inverse(rate), 'up'), terms.fee), buy);
}

/** What an amount costs or brings on some terms; undefined for one that buys nothing. */
export const priceOn = (terms: Terms, side: Side, amount: Money): Price | undefined =>
  side === 'sell' ? priceSelling(terms, amount) : priceBuying(terms, amount);

/** The worth at mid falls into three parts: what is bought, our margin, and what rounding left over. */
function priced({ mid, marginBps, fee }: Terms, rate: Rate, sell: Money, buy: Money): Price {
  const kept = keptMid(mid);
  const converted = subtract(sell, fee);
  const midValue = convert(converted, kept);
  const { numerator, denominator } = difference(kept, rate);
  const spread = numerator > 0n ? convert(converted, { ...rate, numerator, denominator }) : money(buy.currency, 0n);
  const rounding = subtract(subtract(midValue, buy), spread);
  return { sell, fee, buy, mid: kept, rate, marginBps, midValue, spread, rounding };
}

const difference = (a: Rate, b: Rate): Pick<Rate, 'numerator' | 'denominator'> => ({
  numerator: a.numerator * b.denominator - b.numerator * a.denominator,
  denominator: a.denominator * b.denominator,
});

export type Cost = Readonly<{ margin: Money; total: Money; totalBps: bigint }>;

/** What the conversion costs against the mid rate, in the currency that is sold: margin and rounding together, then with the fee. */
export function costOf({ sell, fee, buy, mid }: Price): Cost {
  const worth = convert(buy, inverse(mid));
  const lost = subtract(subtract(sell, fee), worth);
  const margin = lost.minor > 0n ? lost : money(sell.currency, 0n);
  const total = add(margin, fee);
  return { margin, total, totalBps: divide(total.minor * 10_000n, sell.minor, 'half-up') };
}

/** The same cost with something that was lost of what was bought, such as charges of other banks, at its worth at mid. */
export const costWith = (price: Price, lost: Money): Money =>
  add(costOf(price).total, convert(lost, inverse(price.mid)));

/** Whether the market has moved away from a mid rate by more than so many basis points, up or down. */
export function hasMoved(from: Rate, to: Rate, basisPoints: number): boolean {
  const { numerator, denominator } = difference(to, from);
  const size = numerator < 0n ? -numerator : numerator;
  return size * 10_000n * from.denominator > BigInt(basisPoints) * from.numerator * denominator;
}

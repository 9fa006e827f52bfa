import { type Currency, money } from '@larkmere/money/money';
import { convert, divide, inverse, type Rate } from '@larkmere/money/rate';
import { calculatePrice } from '../../fx/conversion/conversion.ts';

/** Kept from the first decision or report, for everything under the payment. Null: the account's own currency. */
export type CardPaymentTerms = Readonly<{
  currency: Currency;
  billing: Currency;
  exchange: Readonly<{ mid: Rate; marginBps: number; feeBps: number }> | null;
}>;

/** In minor units of the billing currency. */
export type Totals = Readonly<{ cleared: bigint; refunded: bigint }>;

/**
 * What an amount costs. `converted` and `fee` are in the account's currency; `billed`, `spread` and `rounding` in the
 * billing currency. All can be negative: a refund, or the difference of two charges.
 */
export type Charge = Readonly<{ converted: bigint; fee: bigint; billed: bigint; spread: bigint; rounding: bigint }>;

export const noCharge: Charge = { converted: 0n, fee: 0n, billed: 0n, spread: 0n, rounding: 0n };

export const costOf = ({ converted, fee }: Charge): bigint => converted + fee;

export const subtractCharge = (a: Charge, b: Charge): Charge => ({
  converted: a.converted - b.converted,
  fee: a.fee - b.fee,
  billed: a.billed - b.billed,
  spread: a.spread - b.spread,
  rounding: a.rounding - b.rounding,
});

/** Of an amount in the billing currency. */
export function chargeFor({ currency, billing, exchange }: CardPaymentTerms, billed: bigint): Charge {
  if (exchange === null) return { ...noCharge, converted: billed, billed };
  const { mid, marginBps, feeBps } = exchange;
  const price = calculatePrice({ mid, marginBps, fee: money(currency, 0n) }, 'buy', money(billing, billed));
  if (!price) return noCharge;
  const converted = price.sell.minor;
  const fee = divide(converted * BigInt(feeBps), 10_000n, 'half-up');
  return { converted, fee, billed, spread: price.spread.minor, rounding: price.rounding.minor };
}

/**
 * What the totals of a payment cost. It depends on the totals alone, so a difference of two is what is left to book. A
 * refund gives back what was paid for it, with the fee. What a merchant refunds beyond that is exchanged at the mid
 * rate.
 */
export function chargeForTotals(terms: CardPaymentTerms, { cleared, refunded }: Totals): Charge {
  const back = refunded < cleared ? refunded : cleared;
  const net = subtractCharge(chargeFor(terms, cleared), chargeFor(terms, back));
  return subtractCharge(net, atMid(terms, refunded - back));
}

function atMid({ billing, exchange }: CardPaymentTerms, billed: bigint): Charge {
  if (exchange === null) return { ...noCharge, converted: billed, billed };
  const { minor } = convert(money(billing, billed), inverse(exchange.mid), 'down');
  return { ...noCharge, converted: minor, billed };
}

/** The largest amount in the billing currency, up to `maximum`, that costs no more than `available`. */
export function affordable(terms: CardPaymentTerms, maximum: bigint, available: bigint): bigint {
  let [enough, over] = [0n, maximum + 1n];
  while (over - enough > 1n) {
    const middle = (enough + over) / 2n;
    if (costOf(chargeFor(terms, middle)) <= available) enough = middle;
    else over = middle;
  }
  return enough;
}

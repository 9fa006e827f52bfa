import { isInMarketOrder } from './market-order.ts';
import type { Currency } from './money.ts';
import { decimalsFor, formatRate, inverse, type Rate, type Rounding } from './rate.ts';

/** One `base` is `rate` of `quote`, as text. */
export type RateFigures = Readonly<{ base: Currency; quote: Currency; rate: string }>;

/** A rate from what is sold to what is bought; `market` is the same rate the way the market quotes it, where that differs. */
export type ShownRate = RateFigures & Readonly<{ market: RateFigures | null }>;

/** Four decimals, or five digits of a rate below 0.1, of which four decimals would show too little. */
const decimalsOf = (rate: Rate): number => (rate.numerator * 10n >= rate.denominator ? 4 : decimalsFor(rate, 5));

const figuresOf = (rate: Rate, rounding: Rounding, decimals = decimalsOf(rate)): RateFigures => ({
  base: rate.base,
  quote: rate.quote,
  rate: formatRate(rate, decimals, rounding),
});

/** What one unit sold buys, as a figure: rounded down, so that it is never better than what is exchanged at. */
export const rateFigure = (rate: Rate): string => figuresOf(rate, 'down').rate;

/**
 * A rate from what is sold (`base`) to what is bought (`quote`), for reading. Both figures are rounded against the customer:
 * what one unit sold buys goes down, and what one unit bought costs goes up.
 */
export const showRate = (rate: Rate): ShownRate => ({
  ...figuresOf(rate, 'down'),
  market: isInMarketOrder(rate) ? null : figuresOf(inverse(rate), 'up'),
});

const mostDecimals = 10;

/** The fewest decimals, four at least, that state a rate exactly; undefined when ten decimals cannot. */
function exactDecimals({ numerator, denominator }: Rate): number | undefined {
  const scale = 10n ** BigInt(mostDecimals);
  if ((numerator * scale) % denominator !== 0n) return undefined;
  let decimals = 4;
  while ((numerator * 10n ** BigInt(decimals)) % denominator !== 0n) decimals += 1;
  return decimals;
}

/**
 * A target that somebody typed, from what is sold to what is bought. The direction it was typed in is shown digit for digit;
 * the other one is rounded against the customer, as `showRate` rounds.
 */
export function showTarget(target: Rate): ShownRate {
  const reversed = inverse(target);
  return {
    ...figuresOf(target, 'down', exactDecimals(target)),
    market: isInMarketOrder(target) ? null : figuresOf(reversed, 'up', exactDecimals(reversed)),
  };
}

const textOf = ({ base, quote, rate }: RateFigures): string => `1 ${base} = ${rate} ${quote}`;

/** `1 THB = 0.023075 GBP (1 GBP = 43.3366 THB)`: the one wording of a rate, with the market's way behind it where it differs. */
export const shownRateText = (shown: ShownRate): string =>
  shown.market ? `${textOf(shown)} (${textOf(shown.market)})` : textOf(shown);

/** The same rate from what is bought to what is sold, `1 EUR = 0.8620 GBP`, for beneath a field that is typed the one way. */
export const reverseText = (rate: Rate): string => textOf(figuresOf(inverse(rate), 'up'));

export const rateText = (rate: Rate): string => shownRateText(showRate(rate));
export const targetText = (target: Rate): string => shownRateText(showTarget(target));

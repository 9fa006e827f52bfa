import { isInMarketOrder } from './market-order.ts';
import type { Currency } from './money.ts';
import { decimalsFor, formatRate, inverse, type Rate, type Rounding } from './rate.ts';

export type RateFigures = Readonly<{ base: Currency; quote: Currency; rate: string }>;

export type ShownRate = RateFigures & Readonly<{ market: RateFigures | null }>;

const decimalsOf = (rate: Rate): number => (rate.numerator * 10n >= rate.denominator ? 4 : decimalsFor(rate, 5));

const figuresOf = (rate: Rate, rounding: Rounding, decimals = decimalsOf(rate)): RateFigures => ({
  base: rate.base,
  quote: rate.quote,
  rate: formatRate(rate, decimals, rounding),
});

export const rateFigure = (rate: Rate): string => figuresOf(rate, 'down').rate;

/**
 * Formats a rate from the sold (`base`) to the bought (`quote`) currency. Both figures are rounded against the
 * customer, so that no displayed rate is better than the real one.
 */
export const showRate = (rate: Rate): ShownRate => ({
  ...figuresOf(rate, 'down'),
  market: isInMarketOrder(rate) ? null : figuresOf(inverse(rate), 'up'),
});

const mostDecimals = 10;

function exactDecimals({ numerator, denominator }: Rate): number | undefined {
  const scale = 10n ** BigInt(mostDecimals);
  if ((numerator * scale) % denominator !== 0n) return undefined;
  let decimals = 4;
  while ((numerator * 10n ** BigInt(decimals)) % denominator !== 0n) decimals += 1;
  return decimals;
}

/** Formats a typed target. The typed direction is shown digit for digit; the other is rounded against the customer. */
export function showTarget(target: Rate): ShownRate {
  const reversed = inverse(target);
  return {
    ...figuresOf(target, 'down', exactDecimals(target)),
    market: isInMarketOrder(target) ? null : figuresOf(reversed, 'up', exactDecimals(reversed)),
  };
}

const textOf = ({ base, quote, rate }: RateFigures): string => `1 ${base} = ${rate} ${quote}`;

export const shownRateText = (shown: ShownRate): string =>
  shown.market ? `${textOf(shown)} (${textOf(shown.market)})` : textOf(shown);

export const reverseText = (rate: Rate): string => textOf(figuresOf(inverse(rate), 'up'));

export const rateText = (rate: Rate): string => shownRateText(showRate(rate));
export const targetText = (target: Rate): string => shownRateText(showTarget(target));

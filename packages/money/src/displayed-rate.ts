import { followsMarketConvention } from './market-convention.ts';
import type { Currency } from './money.ts';
import { decimalsFor, formatRate, inverse, type Rate, type Rounding } from './rate.ts';

export type RateFigures = Readonly<{ base: Currency; quote: Currency; rate: string }>;

export type DisplayedRate = RateFigures & Readonly<{ market: RateFigures | null }>;

const displayDecimals = (rate: Rate): number => (rate.numerator * 10n >= rate.denominator ? 4 : decimalsFor(rate, 5));

const toRateFigures = (rate: Rate, rounding: Rounding, decimals = displayDecimals(rate)): RateFigures => ({
  base: rate.base,
  quote: rate.quote,
  rate: formatRate(rate, decimals, rounding),
});

export const formatRateFigure = (rate: Rate): string => toRateFigures(rate, 'down').rate;

/**
 * Formats a rate from the sold (`base`) to the bought (`quote`) currency. Both figures are rounded against the
 * customer, so that no displayed rate is better than the real one.
 */
export const toDisplayedRate = (rate: Rate): DisplayedRate => ({
  ...toRateFigures(rate, 'down'),
  market: followsMarketConvention(rate) ? null : toRateFigures(inverse(rate), 'up'),
});

const maxDecimals = 10;

function exactDecimals({ numerator, denominator }: Rate): number | undefined {
  const scale = 10n ** BigInt(maxDecimals);
  if ((numerator * scale) % denominator !== 0n) return undefined;
  let decimals = 4;
  while ((numerator * 10n ** BigInt(decimals)) % denominator !== 0n) decimals += 1;
  return decimals;
}

/** Formats a typed target. The typed direction is shown digit for digit; the other is rounded against the customer. */
export function toDisplayedTarget(target: Rate): DisplayedRate {
  const reversed = inverse(target);
  return {
    ...toRateFigures(target, 'down', exactDecimals(target)),
    market: followsMarketConvention(target) ? null : toRateFigures(reversed, 'up', exactDecimals(reversed)),
  };
}

const formatFigures = ({ base, quote, rate }: RateFigures): string => `1 ${base} = ${rate} ${quote}`;

export const formatDisplayedRate = (shown: DisplayedRate): string =>
  shown.market ? `${formatFigures(shown)} (${formatFigures(shown.market)})` : formatFigures(shown);

export const describeReverseRate = (rate: Rate): string => formatFigures(toRateFigures(inverse(rate), 'up'));

export const describeRate = (rate: Rate): string => formatDisplayedRate(toDisplayedRate(rate));
export const describeTarget = (target: Rate): string => formatDisplayedRate(toDisplayedTarget(target));

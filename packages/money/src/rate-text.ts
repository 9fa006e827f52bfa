import { decimalsFor, formatRate, inverse, type Rate } from './rate.ts';

/** A rate as people read it: four decimals, or five digits of one that is less, and never better than it is. */
export const rateFigure = (rate: Rate): string => formatRate(rate, Math.max(4, decimalsFor(rate, 5)), 'down');

/**
 * The other side of a price, `1 GBP = 214.5133 JPY`, for a rate below 0.01: four decimals hide too much of that, so both
 * stand side by side. Undefined for any other rate.
 */
export function otherSide(rate: Rate): string | undefined {
  if (rate.numerator * 100n >= rate.denominator) return undefined;
  const other = inverse(rate);
  return `1 ${other.base} = ${formatRate(other, 4)} ${other.quote}`;
}

/** `0.0046617 GBP (1 GBP = 214.5133 JPY)`: what one unit buys, with the other side of a small price. */
export function boughtText(rate: Rate): string {
  const other = otherSide(rate);
  return `${rateFigure(rate)} ${rate.quote}${other ? ` (${other})` : ''}`;
}

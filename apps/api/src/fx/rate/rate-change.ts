import type { RateChart } from '@larkmere/contract/fx/rate';
import { decimalsFor, formatFraction, type Rate } from '@larkmere/money/rate';

/** From the first to the last rate of a chart; the per cent is of the first. */
export function changeOf(first: Rate | undefined, last: Rate | undefined): Pick<RateChart, 'change' | 'changePercent'> {
  if (!first || !last) return { change: '0.0000', changePercent: '0.00' };
  const numerator = last.numerator * first.denominator - first.numerator * last.denominator;
  const decimals = Math.max(4, decimalsFor(first, 6));
  return {
    change: formatFraction(numerator, first.denominator * last.denominator, decimals, 'half-even'),
    changePercent: formatFraction(100n * numerator, first.numerator * last.denominator, 2, 'half-even'),
  };
}

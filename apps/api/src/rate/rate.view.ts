import { decimalsFor, formatRate, type Rate } from '@larkmere/money/rate';

/** A rate as it crosses the wire: twelve significant digits, so that a triangle of three still closes to a billionth. */
export const rateText = (rate: Rate): string => formatRate(rate, decimalsFor(rate, 12));

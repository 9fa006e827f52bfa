import { decimalsFor, formatRate, type Rate } from '@larkmere/money/rate';

/** Twelve significant digits, so that a triangle of three rates still closes to a billionth. */
export const formatWireRate = (rate: Rate): string => formatRate(rate, decimalsFor(rate, 12));

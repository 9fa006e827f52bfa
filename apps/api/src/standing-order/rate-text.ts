import { decimalsFor, formatRate, type Rate } from '@larkmere/money/rate';

/** A rate as people read it, never better than it is. */
export const rateText = (rate: Rate): string => formatRate(rate, Math.max(4, decimalsFor(rate, 5)), 'down');

import { formatRate, inverse, type Rate } from './rate.ts';

export const targetDecimals = 10;

type Rounded = Readonly<{ down: string; up: string }>;

export type TargetBounds = Readonly<{ sold: Rounded; bought: Rounded }>;

const roundDownAndUp = (rate: Rate): Rounded => ({
  down: formatRate(rate, targetDecimals, 'down'),
  up: formatRate(rate, targetDecimals, 'up'),
});

/**
 * Bounds to compare a stored target of ten decimals with a rate in SQL: target ≤ rate exactly if target ≤ `down`, and
 * target ≥ rate exactly if target ≥ `up`.
 */
export const targetBounds = (rate: Rate): TargetBounds => ({
  sold: roundDownAndUp(rate),
  bought: roundDownAndUp(inverse(rate)),
});

import { formatRate, inverse, type Rate } from './rate.ts';

/** The decimals that a target has at most. */
export const targetDecimals = 10;

type Rounded = Readonly<{ down: string; up: string }>;

/** A rate as decimals that a stored target is compared with: what one unit sold buys, and what one unit bought costs. */
export type TargetBounds = Readonly<{ sold: Rounded; bought: Rounded }>;

const rounded = (rate: Rate): Rounded => ({
  down: formatRate(rate, targetDecimals, 'down'),
  up: formatRate(rate, targetDecimals, 'up'),
});

/**
 * A decimal with ten places lies at or below a rate exactly when it lies at or below the rate rounded down to ten places, and
 * at or above it when it lies at or above the rate rounded up. So a comparison in the database is as exact as one of fractions.
 */
export const targetBounds = (rate: Rate): TargetBounds => ({ sold: rounded(rate), bought: rounded(inverse(rate)) });

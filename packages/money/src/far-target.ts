import { compareRates, type Rate } from './rate.ts';

/** A target farther from the rate of now than this is probably a slip of the finger. */
const farPercent = 20n;

export type FarTarget = Readonly<{ side: 'above' | 'below'; percent: number }>;

/** Undefined up to 20 % from the rate of now. The percentage is whole, rounded down. */
export function checkFarTarget(target: Rate, now: Rate): FarTarget | undefined {
  const [wished, current] = [target.numerator * now.denominator, now.numerator * target.denominator];
  const gap = wished > current ? wished - current : current - wished;
  if (gap * 100n <= farPercent * current) return undefined;
  return { side: compareRates(target, now) > 0 ? 'above' : 'below', percent: Number((gap * 100n) / current) };
}

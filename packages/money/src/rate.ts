import { type Currency, type Money, minorDigits, money } from './money.ts';

/**
 * Units of `quote` for one unit of `base`, in lowest terms. An exact fraction, because inverses and crosses of decimals
 * are rarely decimals.
 */
export type Rate = Readonly<{ base: Currency; quote: Currency; numerator: bigint; denominator: bigint }>;

export type Rounding = 'half-even' | 'half-up' | 'up' | 'down';

export function rateOf(base: Currency, quote: Currency, numerator: bigint, denominator: bigint): Rate {
  if (numerator <= 0n || denominator <= 0n) throw new RangeError(`${base}/${quote} must be above zero`);
  const common = greatestCommonDivisor(numerator, denominator);
  return { base, quote, numerator: numerator / common, denominator: denominator / common };
}

export function readRate(base: Currency, quote: Currency, text: string): Rate | undefined {
  const match = /^(\d{1,12})(?:\.(\d{1,30}))?$/.exec(text);
  if (!match) return undefined;
  const [, whole = '', fraction = ''] = match;
  const numerator = BigInt(whole + fraction);
  return numerator === 0n ? undefined : rateOf(base, quote, numerator, powerOfTen(fraction.length));
}

export const formatRate = (rate: Rate, decimals: number, rounding: Rounding = 'half-even'): string =>
  formatFraction(rate.numerator, rate.denominator, decimals, rounding);

export function formatFraction(numerator: bigint, denominator: bigint, decimals: number, rounding: Rounding): string {
  const scaled = divide(numerator * powerOfTen(decimals), denominator, rounding);
  const sign = scaled < 0n ? '-' : '';
  const text = (scaled < 0n ? -scaled : scaled).toString().padStart(decimals + 1, '0');
  return decimals === 0 ? sign + text : `${sign}${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
}

export function roundRate(rate: Rate, decimals: number, rounding: Rounding = 'half-even'): Rate {
  const scale = powerOfTen(decimals);
  return rateOf(rate.base, rate.quote, divide(rate.numerator * scale, rate.denominator, rounding), scale);
}

export function decimalsFor({ numerator, denominator }: Rate, digits: number): number {
  if (numerator >= denominator) return Math.max(0, digits - (numerator / denominator).toString().length);
  let zeros = 0;
  for (let scaled = numerator * 10n; scaled < denominator; scaled *= 10n) zeros += 1;
  return digits + zeros;
}

export const inverse = ({ base, quote, numerator, denominator }: Rate): Rate => ({
  base: quote,
  quote: base,
  numerator: denominator,
  denominator: numerator,
});

export function cross(first: Rate, second: Rate): Rate {
  if (first.quote !== second.base) throw new TypeError(`${first.base}/${first.quote} does not meet ${second.base}`);
  const numerator = first.numerator * second.numerator;
  return rateOf(first.base, second.quote, numerator, first.denominator * second.denominator);
}

export const subtractMargin = ({ base, quote, numerator, denominator }: Rate, basisPoints: number): Rate =>
  rateOf(base, quote, numerator * (10_000n - BigInt(basisPoints)), denominator * 10_000n);

export function compareRates(a: Rate, b: Rate): -1 | 0 | 1 {
  if (a.base !== b.base || a.quote !== b.quote) throw new TypeError(`${a.base}/${a.quote} is not ${b.base}/${b.quote}`);
  const [left, right] = [a.numerator * b.denominator, b.numerator * a.denominator];
  return left < right ? -1 : left > right ? 1 : 0;
}

/**
 * Converts an amount of the base currency. The cost of a target amount is `convert(target, inverse(rate), 'up')`.
 * Throws TypeError for another currency.
 */
export function convert(amount: Money, rate: Rate, rounding: Rounding = 'half-up'): Money {
  if (amount.currency !== rate.base) throw new TypeError(`${amount.currency} is not ${rate.base}`);
  const numerator = amount.minor * rate.numerator * powerOfTen(minorDigits[rate.quote]);
  return money(rate.quote, divide(numerator, rate.denominator * powerOfTen(minorDigits[rate.base]), rounding));
}

export function divide(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  const [sign, size] = numerator < 0n ? [-1n, -numerator] : [1n, numerator];
  const whole = size / denominator;
  const rest = size % denominator;
  return sign * (roundsUp(whole, rest * 2n - denominator, rest, rounding) ? whole + 1n : whole);
}

function roundsUp(whole: bigint, overHalf: bigint, rest: bigint, rounding: Rounding): boolean {
  switch (rounding) {
    case 'down':
      return false;
    case 'up':
      return rest > 0n;
    case 'half-up':
      return overHalf >= 0n;
    case 'half-even':
      return overHalf > 0n || (overHalf === 0n && whole % 2n === 1n);
  }
}

const powerOfTen = (exponent: number): bigint => 10n ** BigInt(exponent);

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestCommonDivisor(b, a % b);
}

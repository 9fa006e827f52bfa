import { dateOf, indexOfDate } from '../trading-calendar.ts';
import { brownianBridge, normalDeviate, type WalkStep } from './random-walk.ts';
import { type FloatingCurrency, referenceRates, volatility } from './sandbox-parameters.ts';

export type DailyClose = Readonly<{ text: string; log: number; sd: number }>;

export type FixingPoint = Readonly<{ index: number; text: string }>;

const basisPoint = 1e-4;
/** The RiskMetrics weight for daily returns. */
const varianceDecay = 0.94;
const meanReversion = 0.01;

export function jointDeviate(seed: string, currency: FloatingCurrency, moment: string): number {
  const { withDollar } = volatility[currency];
  const dollar = normalDeviate(`${seed}|USD|${moment}`);
  if (withDollar === 1) return dollar;
  return withDollar * dollar + Math.sqrt(1 - withDollar ** 2) * normalDeviate(`${seed}|${currency}|${moment}`);
}

export const decimalOf = (log: number): string => Math.exp(log).toPrecision(12);

export const defaultFixings = (currency: FloatingCurrency): FixingPoint[] =>
  referenceRates.flatMap((anchor) => {
    const index = indexOfDate(anchor.day);
    return index === undefined ? [] : [{ index, text: anchor[currency] }];
  });

/**
 * Passes through every fixing; after the last one, a random walk that reverts to it. The same day always gives the same
 * value.
 */
export function dailyCloses(
  seed: string,
  currency: FloatingCurrency,
  pins: readonly FixingPoint[],
): (index: number) => DailyClose {
  const [first] = pins;
  if (first === undefined) throw new Error(`${currency} has no pin`);
  const usual = volatility[currency].dailyBps * basisPoint;
  const closes: DailyClose[] = [{ text: first.text, log: Math.log(Number(first.text)), sd: usual }];
  // Estimated from published moves only: feeding simulated moves back would let volatility die out.
  let sdOfPins = usual;

  const append = (log: number, text = decimalOf(log)): void => {
    const before = closes.at(-1) as DailyClose;
    closes.push({ text, log, sd: updateVolatility(before.sd, log - before.log) });
  };
  const z = (index: number): number => jointDeviate(seed, currency, `${dateOf(index)} close`);
  for (const [k, { index, text }] of pins.slice(1).entries()) {
    const from = pins[k]?.index ?? index;
    const before = (closes.at(-1) as DailyClose).log;
    const log = Math.log(Number(text));
    if (index - from === 1) sdOfPins = updateVolatility(sdOfPins, log - before);
    const strides: WalkStep[] = Array.from({ length: index - from }, (_, n) => ({ sd: sdOfPins, z: z(from + n + 1) }));
    for (const between of brownianBridge(before, log, strides).slice(0, -1)) append(between);
    append(log, text);
  }

  let sdOfWalk = sdOfPins;
  const home = Math.log(Number((pins.at(-1) as FixingPoint).text));
  return (index) => {
    while (first.index + closes.length <= index) {
      const { log } = closes.at(-1) as DailyClose;
      sdOfWalk = updateVolatility(sdOfWalk, usual);
      append(log + sdOfWalk * z(first.index + closes.length) - meanReversion * (log - home));
    }
    const close = closes[index - first.index];
    if (!close) throw new RangeError(`${currency} has no close before ${dateOf(first.index)}`);
    return close;
  };
}

const updateVolatility = (sd: number, move: number): number =>
  Math.sqrt(varianceDecay * sd * sd + (1 - varianceDecay) * move * move);

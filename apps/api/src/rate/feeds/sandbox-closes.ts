import { dateOf, indexOfDate } from '../market-hours.ts';
import { bridge, deviate, type Stride } from './chance.ts';
import { anchors, type Floating, liveliness } from './sandbox-figures.ts';

export type Close = Readonly<{ text: string; log: number; sd: number }>;

export type Pin = Readonly<{ index: number; text: string }>;

const basisPoint = 1e-4;
/** The RiskMetrics weight for daily returns. */
const memory = 0.94;
const pull = 0.01;

export function jointDeviate(seed: string, currency: Floating, moment: string): number {
  const { withDollar } = liveliness[currency];
  const dollar = deviate(`${seed}|USD|${moment}`);
  if (withDollar === 1) return dollar;
  return withDollar * dollar + Math.sqrt(1 - withDollar ** 2) * deviate(`${seed}|${currency}|${moment}`);
}

export const decimalOf = (log: number): string => Math.exp(log).toPrecision(12);

export const anchorPins = (currency: Floating): Pin[] =>
  anchors.flatMap((anchor) => {
    const index = indexOfDate(anchor.day);
    return index === undefined ? [] : [{ index, text: anchor[currency] }];
  });

/**
 * Passes through every fixing; after the last one, a random walk that reverts to it. The same day always gives the same
 * value.
 */
export function dailyCloses(seed: string, currency: Floating, pins: readonly Pin[]): (index: number) => Close {
  const [first] = pins;
  if (first === undefined) throw new Error(`${currency} has no pin`);
  const usual = liveliness[currency].dailyBps * basisPoint;
  const closes: Close[] = [{ text: first.text, log: Math.log(Number(first.text)), sd: usual }];
  // Estimated from published moves only: feeding simulated moves back would let volatility die out.
  let sdOfPins = usual;

  const append = (log: number, text = decimalOf(log)): void => {
    const before = closes.at(-1) as Close;
    closes.push({ text, log, sd: smoothed(before.sd, log - before.log) });
  };
  const z = (index: number): number => jointDeviate(seed, currency, `${dateOf(index)} close`);
  for (const [k, { index, text }] of pins.slice(1).entries()) {
    const from = pins[k]?.index ?? index;
    const before = (closes.at(-1) as Close).log;
    const log = Math.log(Number(text));
    if (index - from === 1) sdOfPins = smoothed(sdOfPins, log - before);
    const strides: Stride[] = Array.from({ length: index - from }, (_, n) => ({ sd: sdOfPins, z: z(from + n + 1) }));
    for (const between of bridge(before, log, strides).slice(0, -1)) append(between);
    append(log, text);
  }

  let sdOfWalk = sdOfPins;
  const home = Math.log(Number((pins.at(-1) as Pin).text));
  return (index) => {
    while (first.index + closes.length <= index) {
      const { log } = closes.at(-1) as Close;
      sdOfWalk = smoothed(sdOfWalk, usual);
      append(log + sdOfWalk * z(first.index + closes.length) - pull * (log - home));
    }
    const close = closes[index - first.index];
    if (!close) throw new RangeError(`${currency} has no close before ${dateOf(first.index)}`);
    return close;
  };
}

const smoothed = (sd: number, move: number): number => Math.sqrt(memory * sd * sd + (1 - memory) * move * move);

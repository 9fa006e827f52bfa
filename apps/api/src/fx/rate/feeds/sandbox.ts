import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Timeframe } from '@larkmere/contract/fx/rate-timeframe';
import type { Currency } from '@larkmere/money/money';
import { type Rate, readRate } from '@larkmere/money/rate';
import { present } from '../../../platform/values/values.ts';
import { closeOf, dateOf, indexOfDate, minuteMs, tradingDayAt, tradingDayMs } from '../trading-calendar.ts';
import type { Bar, HistoryRange, RateFeed } from './feed.ts';
import {
  type FloatingCurrency,
  floatingCurrencies,
  hourlyActivity,
  referenceRates,
  volatility,
} from './sandbox-parameters.ts';

/**
 * A standard normal deviate derived from the name by SHA-256 and Box-Muller: the same name always gives the same value.
 */
function normalDeviate(name: string): number {
  const digest = hash('sha256', name, 'buffer');
  const uniform = (offset: number): number => (digest.readUInt32BE(offset) + 0.5) / 2 ** 32;
  return Math.sqrt(-2 * Math.log(uniform(0))) * Math.cos(2 * Math.PI * uniform(4));
}

type WalkStep = Readonly<{ sd: number; z: number }>;

/**
 * A Brownian bridge: the last position is exactly `to`. The correction is distributed by variance, so that the
 * volatility of each step is unchanged.
 */
function brownianBridge(from: number, to: number, strides: readonly WalkStep[]): number[] {
  const whole = strides.reduce((sum, { sd }) => sum + sd * sd, 0);
  const missing = to - from - strides.reduce((sum, { sd, z }) => sum + sd * z, 0);
  let position = from;
  const path = strides.map(({ sd, z }) => {
    position += sd * z + (missing * sd * sd) / whole;
    return position;
  });
  path[path.length - 1] = to;
  return path;
}

const slotMs = 5 * minuteMs;
const slotsOfDay = tradingDayMs / slotMs;
const tickMs = 10_000;
const ticksOfSlot = slotMs / tickMs;
const maxCachedDays = 800;
const dailyActivity = hourlyActivity.reduce((sum, weight) => sum + weight, 0);

type RatePath = Readonly<{
  firstDay: number;
  closeOfDay: (index: number) => string;
  atSlot: (index: number, slot: number) => string;
  at: (ms: number) => string;
}>;

const lastOf = <T>(list: readonly T[]): T => present(list.at(-1), 'the last of a list');

/**
 * Three nested levels: days between fixings, five minutes between days, ten seconds between those. A past point never
 * changes.
 */
function sandboxPath(seed: string, currency: FloatingCurrency, fixings: readonly FixingPoint[]): RatePath {
  const pins = fixings.length > 0 ? fixings : defaultFixings(currency);
  const closes = dailyCloses(seed, currency, pins);
  const firstDay = present(pins[0], 'the first fixing').index;
  const days = new Map<number, readonly number[]>();

  const stride = (end: number, length: number, { sd }: DailyClose): WalkStep => {
    const share = ((hourlyActivity[new Date(end - 1).getUTCHours()] ?? 0) / dailyActivity) * (length / (60 * minuteMs));
    return { sd: sd * Math.sqrt(share), z: jointDeviate(seed, currency, `${length} ms to ${end}`) };
  };
  const slots = (index: number): readonly number[] => {
    const known = days.get(index);
    if (known) return known;
    const before = closes(index - 1);
    const start = closeOf(index) - tradingDayMs;
    const strides = Array.from({ length: slotsOfDay }, (_, n) => stride(start + (n + 1) * slotMs, slotMs, before));
    const path = [before.log, ...brownianBridge(before.log, closes(index).log, strides)];
    if (days.size >= maxCachedDays) days.delete(days.keys().next().value as number);
    days.set(index, path);
    return path;
  };
  const atSlot = (index: number, slot: number): string =>
    slot === slotsOfDay ? closes(index).text : decimalOf(slots(index)[slot] as number);

  const at = (ms: number): string => {
    const { index, isOpen } = tradingDayAt(ms);
    const sinceOpen = ms - (closeOf(index) - tradingDayMs);
    if (!isOpen) return closes(index - 1).text;
    const slot = Math.floor(sinceOpen / slotMs);
    const tick = Math.floor((sinceOpen % slotMs) / tickMs);
    if (tick === 0) return slot === 0 ? closes(index - 1).text : atSlot(index, slot);
    const start = closeOf(index) - tradingDayMs + slot * slotMs;
    const before = closes(index - 1);
    const strides = Array.from({ length: ticksOfSlot }, (_, n) => stride(start + (n + 1) * tickMs, tickMs, before));
    const [from, to] = [slots(index)[slot] as number, slots(index)[slot + 1] as number];
    return decimalOf(brownianBridge(from, to, strides)[tick - 1] as number);
  };
  return { firstDay: firstDay + 1, closeOfDay: (index) => closes(index).text, atSlot, at };
}

type DailyClose = Readonly<{ text: string; log: number; sd: number }>;

export type FixingPoint = Readonly<{ index: number; text: string }>;

const basisPoint = 1e-4;
/** The RiskMetrics weight for daily returns. */
const varianceDecay = 0.94;
const meanReversion = 0.01;

function jointDeviate(seed: string, currency: FloatingCurrency, moment: string): number {
  const { withDollar } = volatility[currency];
  const dollar = normalDeviate(`${seed}|USD|${moment}`);
  if (withDollar === 1) return dollar;
  return withDollar * dollar + Math.sqrt(1 - withDollar ** 2) * normalDeviate(`${seed}|${currency}|${moment}`);
}

const decimalOf = (log: number): string => Math.exp(log).toPrecision(12);

const defaultFixings = (currency: FloatingCurrency): FixingPoint[] =>
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
    const before = lastOf(closes);
    closes.push({ text, log, sd: updateVolatility(before.sd, log - before.log) });
  };
  const z = (index: number): number => jointDeviate(seed, currency, `${dateOf(index)} close`);
  for (const [k, { index, text }] of pins.slice(1).entries()) {
    const from = pins[k]?.index ?? index;
    const before = lastOf(closes).log;
    const log = Math.log(Number(text));
    if (index - from === 1) sdOfPins = updateVolatility(sdOfPins, log - before);
    const strides: WalkStep[] = Array.from({ length: index - from }, (_, n) => ({ sd: sdOfPins, z: z(from + n + 1) }));
    for (const between of brownianBridge(before, log, strides).slice(0, -1)) append(between);
    append(log, text);
  }

  let sdOfWalk = sdOfPins;
  const home = Math.log(Number(lastOf(pins).text));
  return (index) => {
    while (first.index + closes.length <= index) {
      const { log } = lastOf(closes);
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

const slotsPerBar: Readonly<Record<Timeframe, number>> = { '5M': 1, '30M': 6, '1H': 12, '4H': 48, '1D': slotsOfDay };

const daysPerYield = 10;

export type Fixings = Readonly<{ version: string; of: (currency: FloatingCurrency) => readonly FixingPoint[] }>;

/**
 * A simulated market: the same on every machine with the same seed, closed at weekends, and through every imported
 * fixing.
 */
export function sandboxFeed(seed: string, readFixings: () => Promise<Fixings>): RateFeed {
  let cache: { version: string; paths: ReadonlyMap<Currency, RatePath> } | undefined;
  const paths = async (): Promise<ReadonlyMap<Currency, RatePath>> => {
    const { version, of } = await readFixings();
    if (cache?.version !== version)
      cache = {
        version,
        paths: new Map(floatingCurrencies.map((currency) => [currency, sandboxPath(seed, currency, of(currency))])),
      };
    return cache.paths;
  };
  return {
    name: 'sandbox',
    validForSeconds: 120,
    hasHistory: true,
    latest: async (now) => {
      const perEuro = [...(await paths())].map(([currency, path]) => rateOf(currency, path.at(now.getTime())));
      const { index, isOpen } = tradingDayAt(now.getTime());
      return { pricedAt: isOpen ? now : new Date(closeOf(index - 1)), perEuro };
    },
    history: async (currency, range) => {
      const path = (await paths()).get(currency);
      return path && barsOf(path, currency, range);
    },
  };
}

async function barsOf(path: RatePath, currency: Currency, { timeframe, from, to, now }: HistoryRange): Promise<Bar[]> {
  const until = Math.min(to.getTime(), now.getTime());
  const step = slotsPerBar[timeframe];
  const bars: Bar[] = [];
  const add = (ms: number, text: string): void => {
    if (ms > from.getTime() && ms <= until) bars.push({ at: new Date(ms), perEuro: rateOf(currency, text) });
  };
  const last = tradingDayAt(until).index;
  for (let index = Math.max(tradingDayAt(from.getTime()).index, path.firstDay); index <= last; index += 1) {
    if (index % daysPerYield === 0) await setImmediate(); // Yields, because a long history would block the event loop.
    const start = closeOf(index) - tradingDayMs;
    for (let slot = step; slot <= slotsOfDay; slot += step) {
      const end = start + slot * 5 * minuteMs;
      if (end > from.getTime() && end <= until) add(end, path.atSlot(index, slot));
    }
  }
  const tick = until - (until % tickMs);
  const isUnfinished = until === now.getTime() && tradingDayAt(tick).isOpen && tick > (bars.at(-1)?.at.getTime() ?? 0);
  if (isUnfinished) add(tick, path.at(tick));
  return bars;
}

function rateOf(currency: Currency, text: string): Rate {
  const rate = readRate('EUR', currency, text);
  if (!rate) throw new RangeError(`${text} is no rate of ${currency}`);
  return rate;
}

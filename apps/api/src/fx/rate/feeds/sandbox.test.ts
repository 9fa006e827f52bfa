import { type Timeframe, timeframes } from '@larkmere/contract/fx/rate-timeframe';
import type { Currency } from '@larkmere/money/money';
import { cross, formatRate, inverse, type Rate } from '@larkmere/money/rate';
import { expect, test } from 'vitest';
import { formatWireRate } from '../rate.read.ts';
import { closeOf, dateOf, indexOfDate, tradingDayAt } from '../trading-calendar.ts';
import type { Bar } from './feed.ts';
import { dailyCloses, type FixingPoint, sandboxFeed } from './sandbox.ts';
import { type FloatingCurrency, floatingCurrencies, referenceRates, volatility } from './sandbox-parameters.ts';

const noFixings = async () => ({ version: 'none', of: () => [] });
const feed = sandboxFeed('test', noFixings);
const day = (date: string): number => indexOfDate(date) ?? Number.NaN;
const moment = (text: string): Date => new Date(text);
const now = moment('2026-11-18T13:07:23Z');

const history = async (currency: Currency, timeframe: Timeframe, from: string, to = now, of = feed): Promise<Bar[]> => [
  ...((await of.history(currency, { timeframe, from: moment(from), to, now })) ?? []),
];
const years = new Map<string, Promise<Bar[]>>();
const yearOf = (currency: Currency, timeframe: Timeframe): Promise<Bar[]> => {
  const key = `${currency} ${timeframe}`;
  const made = years.get(key) ?? history(currency, timeframe, '2025-11-17T22:00:00Z');
  years.set(key, made);
  return made;
};
const number = ({ numerator, denominator }: Rate): number => Number(numerator) / Number(denominator);
const pairOf = (first: Bar[], second: Bar[]): number[] =>
  first.map(({ perEuro }, n) => number((second[n] as Bar).perEuro) / number(perEuro));
const moves = (path: readonly number[]): number[] =>
  path.slice(1).map((value, n) => Math.log(value / (path[n] as number)));
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function autocorrelation(values: readonly number[]): number {
  const middle = mean(values);
  const off = values.map((value) => value - middle);
  return mean(off.slice(1).map((value, n) => value * (off[n] as number))) / mean(off.map((value) => value * value));
}

const dailyVolatility = (values: readonly number[], barsOfDay: number): number =>
  Math.sqrt(mean(values.map((value) => value * value)) * barsOfDay);

const barsOfDay: Readonly<Record<Timeframe, number>> = { '5M': 288, '30M': 48, '1H': 24, '4H': 6, '1D': 1 };

test.each([
  ['GBP', 'THB'],
  ['GBP', 'USD'],
  ['USD', 'JPY'],
] as const)('%s/%s has the same volatility in every timeframe and no autocorrelation', async (base, quote) => {
  const daily = pairOf(await yearOf(base, '1D'), await yearOf(quote, '1D'));
  const real = dailyVolatility(moves(daily.slice(0, -1)), 1);
  for (const timeframe of timeframes) {
    const path = pairOf(await yearOf(base, timeframe), await yearOf(quote, timeframe));
    const found = moves(path.slice(0, -1));
    const ratio = dailyVolatility(found, barsOfDay[timeframe]) / real;
    expect(Math.abs(ratio - 1), `${timeframe} ${ratio}`).toBeLessThan(0.15);
    // Chance alone gives 0.06 for 260 daily moves.
    expect(Math.abs(autocorrelation(found)), timeframe).toBeLessThan(0.1);
  }
});

test('daily volatility matches the published rates', async () => {
  for (const currency of floatingCurrencies) {
    const path = (await history(currency, '1D', '2024-07-01T22:00:00Z')).map(({ perEuro }) => number(perEuro));
    const ratio = dailyVolatility(moves(path.slice(0, -1)), 1) / (volatility[currency].dailyBps / 10_000);
    expect(Math.abs(ratio - 1), `${currency} ${ratio}`).toBeLessThan(0.15);
  }
});

test('every timeframe ends each day on the same close, and on the published rate where there is one', async () => {
  for (const { day: date, ...rates } of referenceRates.slice(1)) {
    const close = new Date(closeOf(day(date)));
    for (const timeframe of timeframes) {
      const bars = await history('GBP', timeframe, `${date}T00:00:00Z`, close);
      expect(bars.at(-1)?.at).toEqual(close);
      expect(number(bars.at(-1)?.perEuro as Rate)).toBe(Number(rates.GBP));
    }
  }
  const daily = await history('THB', '1D', '2026-10-19T21:00:00Z');
  for (const timeframe of timeframes) {
    const bars = await history('THB', timeframe, '2026-10-19T21:00:00Z');
    const at = new Map(bars.map(({ at: end, perEuro }) => [end.getTime(), perEuro]));
    for (const { at: end, perEuro } of daily.slice(0, -1)) expect(at.get(end.getTime())).toEqual(perEuro);
  }
});

test('passes through imported fixings and bridges missing days', async () => {
  const walk = dailyCloses('another', 'THB', [{ index: day('2026-01-05'), text: '36.8' }]);
  const fixings: FixingPoint[] = Array.from({ length: 200 }, (_, n) => ({ index: day('2026-01-05') + n, text: '' }))
    .filter((_, n) => n % 17 !== 5)
    .map(({ index }) => ({ index, text: walk(index).text.slice(0, 7) }));
  const imported = sandboxFeed('test', async () => ({
    version: '1',
    of: (c: FloatingCurrency) => (c === 'THB' ? fixings : []),
  }));
  for (const timeframe of timeframes) {
    const bars = await history('THB', timeframe, '2026-03-02T22:00:00Z', moment('2026-04-30T21:00:00Z'), imported);
    const at = new Map(bars.map(({ at: end, perEuro }) => [end.getTime(), number(perEuro)]));
    for (const { index, text } of fixings.filter(
      (pin) => pin.index >= day('2026-03-04') && pin.index <= day('2026-04-30'),
    ))
      expect(at.get(closeOf(index)), dateOf(index)).toBe(Number(text));
    expect(bars).toHaveLength(43 * barsOfDay[timeframe]);
    const lively = dailyVolatility(moves(bars.map(({ perEuro }) => number(perEuro))), barsOfDay[timeframe]);
    expect(lively / (volatility.THB.dailyBps / 10_000)).toBeGreaterThan(0.6);
  }
});

test('allows no triangular arbitrage', async () => {
  const since = '2026-11-02T22:00:00Z';
  const gbp = await history('GBP', '1H', since);
  const [thb, usd] = [await history('THB', '1H', since), await history('USD', '1H', since)];
  for (const [n, bar] of gbp.entries()) {
    const text = (rate: Rate): number => Number(formatWireRate(rate));
    const [b, t, u] = [bar.perEuro, (thb[n] as Bar).perEuro, (usd[n] as Bar).perEuro];
    const product = text(cross(inverse(b), t)) * text(cross(inverse(t), u)) * text(cross(inverse(u), b));
    expect(Math.abs(product - 1)).toBeLessThan(1e-9);
    const exact = cross(cross(cross(inverse(b), t), cross(inverse(t), u)), cross(inverse(u), b));
    expect([exact.numerator, exact.denominator]).toEqual([1n, 1n]);
  }
});

test('a past point never changes, in whatever order points are requested', async () => {
  const from = '2026-11-10T22:00:00Z';
  const at = async (text: string, of = feed): Promise<string[]> => {
    const present = moment(text);
    const bars = await of.history('GBP', { timeframe: '5M', from: moment(from), to: present, now: present });
    return (bars ?? []).map((bar) => `${bar.at.toISOString()} ${formatRate(bar.perEuro, 12)}`);
  };
  const late = await at('2027-05-03T12:00:00Z', sandboxFeed('test', noFixings));
  for (const text of ['2026-11-11T03:02:11Z', '2026-11-14T12:00:00Z', '2026-11-18T13:05:00Z']) {
    const early = await at(text);
    const finished = early.filter((line) => late.includes(line));
    expect(early.length - finished.length).toBeLessThanOrEqual(1);
    expect(late.slice(0, finished.length)).toEqual(finished);
    expect(early.every((line) => line.slice(0, 24) <= moment(text).toISOString())).toBe(true);
  }
  const seconds = await Promise.all(
    ['2026-11-18T13:07:20Z', '2026-11-18T13:07:29.999Z'].map(async (text) => (await feed.latest(moment(text))).perEuro),
  );
  expect(seconds[0]).toEqual(seconds[1]);
  expect((await sandboxFeed('other', noFixings).latest(now)).perEuro).not.toEqual((await feed.latest(now)).perEuro);
});

test('the newest point is the latest rate, and nothing lies in the future', async () => {
  const { perEuro, pricedAt } = await feed.latest(now);
  expect(pricedAt).toEqual(now);
  for (const timeframe of timeframes) {
    const bars = await history('GBP', timeframe, '2026-11-11T00:00:00Z', moment('2026-11-30T00:00:00Z'));
    expect(bars.at(-1)).toEqual({ at: moment('2026-11-18T13:07:20Z'), perEuro: perEuro[0] });
  }
});

test('is closed at weekends, across both US clock changes', async () => {
  for (const [friday, sunday] of [
    ['2026-03-06T22:00:00Z', '2026-03-08T21:00:00Z'],
    ['2026-10-30T21:00:00Z', '2026-11-01T22:00:00Z'],
    ['2026-11-13T22:00:00Z', '2026-11-15T22:00:00Z'],
  ] as const)
    for (const timeframe of timeframes) {
      const bars = await history('USD', timeframe, friday, new Date(moment(sunday).getTime() + 86_400_000));
      expect(bars).toHaveLength(barsOfDay[timeframe]);
      expect(bars.every(({ at }) => at > moment(sunday) && tradingDayAt(at.getTime()).isOpen)).toBe(true);
    }
  const weekend = moment('2026-11-14T12:00:00Z');
  const { pricedAt, perEuro } = await feed.latest(weekend);
  expect(pricedAt).toEqual(moment('2026-11-13T22:00:00Z'));
  const [close] = await history('GBP', '1D', '2026-11-13T00:00:00Z', moment('2026-11-13T22:00:00Z'));
  expect(perEuro[0]).toEqual(close?.perEuro);
});

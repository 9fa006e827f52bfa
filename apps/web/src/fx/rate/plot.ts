import type { RatePoint } from '@larkmere/contract/fx/rate';
import type { Timeframe } from '@larkmere/contract/fx/rate-timeframe';
import { scaleLinear } from 'd3-scale';
import { curveLinear, line } from 'd3-shape';
import { formatTime, formatWeekday, toLocalDate } from '../../ui/date-text.ts';

export type Lines = Readonly<{ wallet: readonly RatePoint[]; plus: readonly RatePoint[] }>;
export type TimeTick = Tick & Readonly<{ anchor: 'start' | 'middle' }>;
export type Tick = Readonly<{ at: number; label: string }>;
export type PlottedLine = Readonly<{ path: string; points: readonly Readonly<{ x: number; y: number }>[] }>;
export type Plot = Readonly<{
  wallet: PlottedLine;
  plus: PlottedLine;
  timeTicks: readonly TimeTick[];
  rateTicks: readonly Tick[];
  xOf: (place: number) => number;
  indexAt: (x: number) => number;
}>;

export type Size = Readonly<{ width: number; height: number }>;
export const margin = { top: 8, right: 64, bottom: 28, left: 8 } as const;

/** Pixels. */
const minLabelSpacing = 88;

const narrowWidth = 460;
const maxTicks = (width: number): number => (width < narrowWidth ? 3 : 6);

/**
 * Geometry in pixels. Points are spaced evenly, so that weekends without trading take no room and draw no straight
 * line.
 */
export function createPlot(lines: Lines, timeframe: Timeframe, { width, height }: Size, locale: string): Plot {
  const values = [...lines.wallet, ...lines.plus].map(({ close }) => Number(close));
  const count = Math.max(lines.wallet.length, lines.plus.length);
  const x = scaleLinear([0, Math.max(1, count - 1)], [margin.left, width - margin.right]);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const air = (high - low || high * 0.001) * 0.06;
  const y = scaleLinear([low - air, high + air], [height - margin.bottom, margin.top]);
  const draw = (points: readonly RatePoint[]): PlottedLine => {
    const places = points.map(({ close }, place) => ({ x: x(place), y: y(Number(close)) }));
    const pen = line<{ x: number; y: number }>(
      (point) => point.x,
      (point) => point.y,
    ).curve(curveLinear);
    return { path: pen(places) ?? '', points: places };
  };
  return {
    wallet: draw(lines.wallet),
    plus: draw(lines.plus),
    timeTicks: spaceTicks(
      timeLabels(lines.wallet, timeframe, locale).map(([place, label]) => createTick(x(place), label)),
      maxTicks(width),
    ),
    rateTicks: values.length === 0 ? [] : rateLabels(y.ticks(4)).map(({ value, label }) => ({ at: y(value), label })),
    xOf: (place) => x(place),
    indexAt: (distance) => Math.min(count - 1, Math.max(0, Math.round(x.invert(distance)))),
  };
}

/** Four decimals as everywhere, and more if labels would be equal. */
function rateLabels(values: readonly number[]): { value: number; label: string }[] {
  const places = [4, 5, 6, 7].find(
    (some) => new Set(values.map((value) => value.toFixed(some))).size === values.length,
  );
  return values.map((value) => ({ value, label: value.toFixed(places ?? 8) }));
}

function timeLabels(
  points: readonly RatePoint[],
  timeframe: Timeframe,
  locale: string,
): (readonly [place: number, label: string])[] {
  const moments = points.map(({ datetime }, place) => ({ place, at: new Date(datetime) }));
  const days = moments.filter(({ place, at }) => {
    const before = moments[place - 1];
    return before === undefined || toLocalDate(before.at) !== toLocalDate(at);
  });
  const byDay = timeframe === '1D' || days.length > 2;
  return (byDay ? days : moments).map(({ place, at }) => [
    place,
    byDay ? formatWeekday(at, locale) : formatTime(at, locale),
  ]);
}

const halfLabelWidth = 36;

const createTick = (at: number, label: string): TimeTick => ({
  at,
  label,
  anchor: at < halfLabelWidth ? 'start' : 'middle',
});

const tickCentre = ({ at, anchor }: TimeTick): number => (anchor === 'start' ? at + halfLabelWidth : at);

/** Drops labels evenly, and the earlier one of two that would overlap. */
function spaceTicks(ticks: readonly TimeTick[], most: number): TimeTick[] {
  const apart: TimeTick[] = [];
  for (const tick of ticks.toReversed()) {
    const next = apart.at(-1);
    if (next === undefined || tickCentre(next) - tickCentre(tick) >= minLabelSpacing) apart.push(tick);
  }
  const step = Math.max(1, Math.ceil(apart.length / most));
  return apart.filter((_, n) => n % step === 0).toReversed();
}

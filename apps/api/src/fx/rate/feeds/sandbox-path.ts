import { closeOf, minuteMs, tradingDayAt, tradingDayMs } from '../trading-calendar.ts';
import { brownianBridge, type WalkStep } from './random-walk.ts';
import {
  type DailyClose,
  dailyCloses,
  decimalOf,
  defaultFixings,
  type FixingPoint,
  jointDeviate,
} from './sandbox-closes.ts';
import { type FloatingCurrency, hourlyActivity } from './sandbox-parameters.ts';

const slotMs = 5 * minuteMs;
export const slotsOfDay = tradingDayMs / slotMs;
export const tickMs = 10_000;
const ticksOfSlot = slotMs / tickMs;
const maxCachedDays = 800;
const dailyActivity = hourlyActivity.reduce((sum, weight) => sum + weight, 0);

export type RatePath = Readonly<{
  firstDay: number;
  closeOfDay: (index: number) => string;
  atSlot: (index: number, slot: number) => string;
  at: (ms: number) => string;
}>;

/**
 * Three nested levels: days between fixings, five minutes between days, ten seconds between those. A past point never
 * changes.
 */
export function sandboxPath(seed: string, currency: FloatingCurrency, fixings: readonly FixingPoint[]): RatePath {
  const pins = fixings.length > 0 ? fixings : defaultFixings(currency);
  const closes = dailyCloses(seed, currency, pins);
  const firstDay = (pins[0] as FixingPoint).index;
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

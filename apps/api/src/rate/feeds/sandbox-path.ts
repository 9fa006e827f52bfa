import { closeOf, minuteMs, tradingDayAt, tradingDayMs } from '../market-hours.ts';
import { bridge, type Stride } from './chance.ts';
import { anchorPins, type Close, dailyCloses, decimalOf, jointDeviate, type Pin } from './sandbox-closes.ts';
import { busyHours, type Floating } from './sandbox-figures.ts';

const slotMs = 5 * minuteMs;
export const slotsOfDay = tradingDayMs / slotMs;
export const tickMs = 10_000;
const ticksOfSlot = slotMs / tickMs;
const daysKept = 800;
/** The variance of a day is shared out over its hours. */
const busyDay = busyHours.reduce((sum, weight) => sum + weight, 0);

export type Path = Readonly<{
  /** The first trading day there is. */
  firstDay: number;
  closeOfDay: (index: number) => string;
  /** What one euro buys at the end of a five-minute slot of a trading day, 1 to 288. */
  atSlot: (index: number, slot: number) => string;
  /** What one euro buys at this instant, to ten seconds; while the market is closed, what it bought at the last close. */
  at: (ms: number) => string;
}>;

/**
 * The sandbox's path of one currency, made up three times by the same rule: bridges between pins give days, bridges
 * between days give five minutes, bridges between those give ten seconds. A past point never changes.
 */
export function sandboxPath(seed: string, currency: Floating, fixings: readonly Pin[]): Path {
  const pins = fixings.length > 0 ? fixings : anchorPins(currency);
  const closes = dailyCloses(seed, currency, pins);
  const firstDay = (pins[0] as Pin).index;
  const days = new Map<number, readonly number[]>();

  const stride = (end: number, length: number, { sd }: Close): Stride => {
    const share = ((busyHours[new Date(end - 1).getUTCHours()] ?? 0) / busyDay) * (length / (60 * minuteMs));
    return { sd: sd * Math.sqrt(share), z: jointDeviate(seed, currency, `${length} ms to ${end}`) };
  };
  const slots = (index: number): readonly number[] => {
    const known = days.get(index);
    if (known) return known;
    const before = closes(index - 1);
    const start = closeOf(index) - tradingDayMs;
    const strides = Array.from({ length: slotsOfDay }, (_, n) => stride(start + (n + 1) * slotMs, slotMs, before));
    const path = [before.log, ...bridge(before.log, closes(index).log, strides)];
    if (days.size >= daysKept) days.delete(days.keys().next().value as number);
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
    return decimalOf(bridge(from, to, strides)[tick - 1] as number);
  };
  return { firstDay: firstDay + 1, closeOfDay: (index) => closes(index).text, atSlot, at };
}

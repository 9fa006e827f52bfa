import { closeOf, minuteMs, tradingDayAt, tradingDayMs } from '../market-hours.ts';
import { bridge, type Stride } from './chance.ts';
import { anchorPins, type Close, dailyCloses, decimalOf, jointDeviate, type Pin } from './sandbox-closes.ts';
import { busyHours, type Floating } from './sandbox-figures.ts';

const slotMs = 5 * minuteMs;
export const slotsOfDay = tradingDayMs / slotMs;
export const tickMs = 10_000;
const ticksOfSlot = slotMs / tickMs;
const daysKept = 800;
const busyDay = busyHours.reduce((sum, weight) => sum + weight, 0);

export type Path = Readonly<{
  firstDay: number;
  closeOfDay: (index: number) => string;
  atSlot: (index: number, slot: number) => string;
  at: (ms: number) => string;
}>;

/**
 * Three nested levels: days between fixings, five minutes between days, ten seconds between those. A past point never
 * changes.
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

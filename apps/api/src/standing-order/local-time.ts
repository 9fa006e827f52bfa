import type { Day } from './day.ts';

const dayMs = 86_400_000;

/**
 * The moment at which clocks there show this time of that day. Of a time that comes twice it is the first, and one that
 * the clocks leave out comes as much later as they jump.
 */
export function momentOf(day: Day, time: string, zone: string): Date {
  const shown = Date.parse(`${day}T${time}Z`);
  const before = offsetAt(shown - dayMs, zone);
  const behind = offsetAt(shown + dayMs, zone);
  const fits = [before, behind].find((offset) => offsetAt(shown - offset, zone) === offset);
  return new Date(shown - (fits ?? before));
}

/** The day that calendars there show at this moment. */
export const dayThere = (at: Date, zone: string): Day =>
  new Date(at.getTime() + offsetAt(at.getTime(), zone)).toISOString().slice(0, 10);

/** A moment as the clocks there show it, for reading: `09:00 London time`. */
export function clockText(at: Date, zone: string): string {
  const shown = new Date(at.getTime() + offsetAt(at.getTime(), zone)).toISOString().slice(11, 16);
  return `${shown} ${zone.split('/').at(-1)?.replaceAll('_', ' ')} time`;
}

/** How far ahead of UTC clocks there are at this moment, in milliseconds. */
function offsetAt(moment: number, zone: string): number {
  const second = Math.floor(moment / 1000) * 1000;
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(second)
      .map(({ type, value }) => [type, value]),
  );
  const { year, month, day, hour, minute, second: seconds } = parts;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${seconds}Z`) - second;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const digits = { month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, year: 'numeric', hourCycle: 'h23', ...digits });
  formats.set(timeZone, format);
  return format;
}

import type { Day } from './schedule.ts';

const dayMs = 86_400_000;

/** A time that occurs twice means the first. A time skipped by a clock change shifts by the length of the change. */
export function zonedTimeToUtc(day: Day, time: string, zone: string): Date {
  const shown = Date.parse(`${day}T${time}Z`);
  const before = zoneOffsetMs(shown - dayMs, zone);
  const behind = zoneOffsetMs(shown + dayMs, zone);
  const fits = [before, behind].find((offset) => zoneOffsetMs(shown - offset, zone) === offset);
  return new Date(shown - (fits ?? before));
}

export const localDay = (at: Date, zone: string): Day =>
  new Date(at.getTime() + zoneOffsetMs(at.getTime(), zone)).toISOString().slice(0, 10);

export function formatLocalTime(at: Date, zone: string): string {
  const shown = new Date(at.getTime() + zoneOffsetMs(at.getTime(), zone)).toISOString().slice(11, 16);
  return `${shown} ${zone.split('/').at(-1)?.replaceAll('_', ' ')} time`;
}

function zoneOffsetMs(moment: number, zone: string): number {
  const second = Math.floor(moment / 1000) * 1000;
  const parts = Object.fromEntries(
    dateTimeFormat(zone)
      .formatToParts(second)
      .map(({ type, value }) => [type, value]),
  );
  const { year, month, day, hour, minute, second: seconds } = parts;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${seconds}Z`) - second;
}

const formatByZone = new Map<string, Intl.DateTimeFormat>();

function dateTimeFormat(timeZone: string): Intl.DateTimeFormat {
  const known = formatByZone.get(timeZone);
  if (known) return known;
  const digits = { month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, year: 'numeric', hourCycle: 'h23', ...digits });
  formatByZone.set(timeZone, format);
  return format;
}

import type { StandingOrderTerms } from '@larkmere/contract/payments/standing-order-terms';

export type Schedule = Readonly<
  Pick<StandingOrderTerms, 'frequency' | 'end' | 'nonWorkingDay'> & {
    firstDay: Day;
  }
>;

export type Holidays = ReadonlySet<Day>;

/** `day` is the nominal day; `payDay` is that day moved to a working day. */
export type PlannedDate = Readonly<{ number: number; day: Day; payDay: Day }>;

const frequencySteps = {
  weekly: { days: 7 },
  fortnightly: { days: 14 },
  four_weekly: { days: 28 },
  monthly: { months: 1 },
  last_working_day: { months: 1 },
  quarterly: { months: 3 },
  yearly: { months: 12 },
} as const;

/** Stops the search in a calendar without working days. */
const maxClosedDays = 31;

export const isWorkingDay = (day: Day, holidays: Holidays): boolean =>
  ![0, 6].includes(toWeekday(day)) && !holidays.has(day);

function findWorkingDay(day: Day, holidays: Holidays, step: 1 | -1): Day {
  for (let moved = 0; moved <= maxClosedDays; moved += 1) {
    const candidate = addDays(day, moved * step);
    if (isWorkingDay(candidate, holidays)) return candidate;
  }
  throw new Error(`no working day within ${maxClosedDays} days of ${day}`);
}

/** `last_working_day` counts from month ends and skips the first month if its last working day precedes the start. */
export function firstDay(
  { frequency, startDate }: Pick<StandingOrderTerms, 'frequency' | 'startDate'>,
  holidays: Holidays,
): Day {
  if (frequency !== 'last_working_day') return startDate;
  const end = endOfMonth(startDate);
  return findWorkingDay(end, holidays, -1) >= startDate ? end : endOfMonth(addMonths(startDate, 1));
}

/** Counts from the first day, so that a short month does not move later dates. `number` starts at 0. */
function toNominalDay({ firstDay: first, frequency }: Pick<Schedule, 'firstDay' | 'frequency'>, number: number): Day {
  if (frequency === 'last_working_day') return endOfMonth(addMonths(first, number));
  const step = frequencySteps[frequency];
  return 'days' in step ? addDays(first, step.days * number) : addMonths(first, step.months * number);
}

function toPayDay(
  day: Day,
  { frequency, nonWorkingDay }: Pick<Schedule, 'frequency' | 'nonWorkingDay'>,
  holidays: Holidays,
): Day {
  const rule = frequency === 'last_working_day' ? 'previous' : nonWorkingDay;
  if (rule === 'exact') return day;
  return findWorkingDay(day, holidays, rule === 'next' ? 1 : -1);
}

export function findPlannedDate(schedule: Schedule, number: number, holidays: Holidays): PlannedDate | undefined {
  const { end } = schedule;
  if (end.kind === 'count' && number >= end.count) return undefined;
  const day = toNominalDay(schedule, number);
  const payDay = toPayDay(day, schedule, holidays);
  return end.kind === 'date' && payDay > end.date ? undefined : { number, day, payDay };
}

export function planDates(schedule: Schedule, from: number, most: number, holidays: Holidays): PlannedDate[] {
  const dates: PlannedDate[] = [];
  for (let number = from; dates.length < most; number += 1) {
    const date = findPlannedDate(schedule, number, holidays);
    if (!date) break;
    dates.push(date);
  }
  return dates;
}

/** Calendar day without a time zone, as `2026-11-21`. */
export type Day = string;

const dayMs = 86_400_000;
const toUtcMidnight = (day: Day): Date => new Date(`${day}T00:00:00Z`);
const toDay = (moment: Date): Day => moment.toISOString().slice(0, 10);

export const addDays = (day: Day, days: number): Day => toDay(new Date(toUtcMidnight(day).getTime() + days * dayMs));
/** 0 is Sunday. */
export const toWeekday = (day: Day): number => toUtcMidnight(day).getUTCDay();

/** A day that the later month lacks becomes its last day. */
function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return toDay(new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))));
}

function endOfMonth(day: Day): Day {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return toDay(new Date(Date.UTC(year, month, 0)));
}

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

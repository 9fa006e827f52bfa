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
export function toNominalDay(
  { firstDay: first, frequency }: Pick<Schedule, 'firstDay' | 'frequency'>,
  number: number,
): Day {
  if (frequency === 'last_working_day') return endOfMonth(addMonths(first, number));
  const step = frequencySteps[frequency];
  return 'days' in step ? addDays(first, step.days * number) : addMonths(first, step.months * number);
}

export function toPayDay(
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

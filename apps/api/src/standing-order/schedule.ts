import type { StandingOrderTerms } from '@larkmere/contract/standing-order-terms';
import { type Day, daysLater, endOfMonth, monthsLater, weekdayOf } from './day.ts';

/** When a standing order pays: its terms, and where its dates are counted from. */
export type Schedule = Readonly<
  Pick<StandingOrderTerms, 'frequency' | 'end' | 'nonWorkingDay'> & {
    /** The first date, before any move to a working day. */
    first: Day;
  }
>;

/** The days on which a rail does not work, weekends aside. */
export type Holidays = ReadonlySet<Day>;

/** One date of a standing order: the day that was meant, and the day on which money moves. */
export type PlannedDate = Readonly<{ number: number; day: Day; payDay: Day }>;

const steps = {
  weekly: { days: 7 },
  fortnightly: { days: 14 },
  four_weekly: { days: 28 },
  monthly: { months: 1 },
  last_working_day: { months: 1 },
  quarterly: { months: 3 },
  yearly: { months: 12 },
} as const;

/** Nobody closes for longer; it only guards against a calendar without a working day. */
const longestClosing = 31;

export const isWorkingDay = (day: Day, holidays: Holidays): boolean =>
  ![0, 6].includes(weekdayOf(day)) && !holidays.has(day);

/** The nearest working day from this one on, in one direction. */
function workingDayFrom(day: Day, holidays: Holidays, step: 1 | -1): Day {
  for (let moved = 0; moved <= longestClosing; moved += 1) {
    const candidate = daysLater(day, moved * step);
    if (isWorkingDay(candidate, holidays)) return candidate;
  }
  throw new Error(`no working day within ${longestClosing} days of ${day}`);
}

/**
 * The first date of new terms. The last working day of a month is counted from the end of the month; when that of the
 * first month is over before the start, the next month is the first.
 */
export function firstDay(
  { frequency, startDate }: Pick<StandingOrderTerms, 'frequency' | 'startDate'>,
  holidays: Holidays,
): Day {
  if (frequency !== 'last_working_day') return startDate;
  const end = endOfMonth(startDate);
  return workingDayFrom(end, holidays, -1) >= startDate ? end : endOfMonth(monthsLater(startDate, 1));
}

/** The day that is meant, counted from the first one, so that a short month shortens no other. `number` begins with 0. */
export function dayOfNumber({ first, frequency }: Pick<Schedule, 'first' | 'frequency'>, number: number): Day {
  if (frequency === 'last_working_day') return endOfMonth(monthsLater(`${first.slice(0, 8)}01`, number));
  const step = steps[frequency];
  return 'days' in step ? daysLater(first, step.days * number) : monthsLater(first, step.months * number);
}

/** Where a day that was meant ends up by the rule for days on which the rail does not work. */
export function payDayOf(
  day: Day,
  { frequency, nonWorkingDay }: Pick<Schedule, 'frequency' | 'nonWorkingDay'>,
  holidays: Holidays,
): Day {
  const rule = frequency === 'last_working_day' ? 'previous' : nonWorkingDay;
  if (rule === 'exact') return day;
  return workingDayFrom(day, holidays, rule === 'next' ? 1 : -1);
}

/** The date with this number, or undefined when the order has ended before: nothing is paid behind its end date. */
export function plannedDate(schedule: Schedule, number: number, holidays: Holidays): PlannedDate | undefined {
  const { end } = schedule;
  if (end.kind === 'count' && number >= end.count) return undefined;
  const day = dayOfNumber(schedule, number);
  const payDay = payDayOf(day, schedule, holidays);
  return end.kind === 'date' && payDay > end.date ? undefined : { number, day, payDay };
}

/** The next dates from a number on, at most so many. */
export function nextDates(schedule: Schedule, from: number, most: number, holidays: Holidays): PlannedDate[] {
  const dates: PlannedDate[] = [];
  for (let number = from; dates.length < most; number += 1) {
    const date = plannedDate(schedule, number, holidays);
    if (!date) break;
    dates.push(date);
  }
  return dates;
}

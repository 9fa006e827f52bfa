/** Calendar day without a time zone, as `2026-11-21`. */
export type Day = string;

const dayMs = 86_400_000;
const toUtcMidnight = (day: Day): Date => new Date(`${day}T00:00:00Z`);
const toDay = (moment: Date): Day => moment.toISOString().slice(0, 10);

export const addDays = (day: Day, days: number): Day => toDay(new Date(toUtcMidnight(day).getTime() + days * dayMs));
/** 0 is Sunday. */
export const toWeekday = (day: Day): number => toUtcMidnight(day).getUTCDay();

/** A day that the later month lacks becomes its last day. */
export function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return toDay(new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))));
}

export function endOfMonth(day: Day): Day {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return toDay(new Date(Date.UTC(year, month, 0)));
}

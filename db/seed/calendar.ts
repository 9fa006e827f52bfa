export type Day = string;

const dayMs = 86_400_000;
const inLondon = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London', dateStyle: 'short' });
const offsetOf = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', timeZoneName: 'longOffset' });

export const londonDay = (at: Date): Day => inLondon.format(at);

export function londonTime(day: Day, time: string): Date {
  const asIfUtc = new Date(`${day}T${time}Z`);
  const isSummer = offsetOf.format(asIfUtc).endsWith('+01:00');
  return new Date(asIfUtc.getTime() - (isSummer ? dayMs / 24 : 0));
}

const noon = (day: Day): number => Date.parse(`${day}T12:00:00Z`);

export const daysAfter = (day: Day, days: number): Day => londonDay(new Date(noon(day) + days * dayMs));

export function yearBefore(today: Day): Day[] {
  const days = 365;
  return Array.from({ length: days }, (_, index) => daysAfter(today, index - days));
}

const dayOfMonth = (day: Day): number => Number(day.slice(8));
const isWeekday = (day: Day): boolean => new Date(noon(day)).getUTCDay() % 6 !== 0;

export function isDueDay(day: Day, due: number | 'last weekday'): boolean {
  if (due !== 'last weekday') return dayOfMonth(day) === due;
  if (!isWeekday(day)) return false;
  const rest = Array.from({ length: 3 }, (_, index) => daysAfter(day, index + 1));
  return rest.every((later) => !isWeekday(later) || dayOfMonth(later) < dayOfMonth(day));
}

export const monthOf = (day: Day): number => Number(day.slice(5, 7));

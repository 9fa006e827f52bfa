import { londonDay } from '../../platform/time/london-day.ts';

const dayMs = 86_400_000;
const daysAhead = { today: 0, tom: 1, spot: 2 } as const;

export type ValueChoice = keyof typeof daysAhead;
const isValueChoice = (choice: string): choice is ValueChoice => choice in daysAhead;

const toMidnight = (day: string): Date => new Date(`${day}T00:00:00Z`);
const isWeekend = (day: string): boolean => [0, 6].includes(toMidnight(day).getUTCDay());
const addDays = (day: string, days: number): string =>
  new Date(toMidnight(day).getTime() + days * dayMs).toISOString().slice(0, 10);

export function resolveValueDate(choice: string, now: Date): string | undefined {
  const today = londonDay(now);
  if (!isValueChoice(choice))
    return choice < today || isWeekend(choice) || choice > addDays(today, 365) ? undefined : choice;
  let day = today;
  while (isWeekend(day)) day = addDays(day, 1);
  for (let left: number = daysAhead[choice]; left > 0; left -= 1) {
    day = addDays(day, 1);
    while (isWeekend(day)) day = addDays(day, 1);
  }
  return day;
}

/** The last second of a London day. */
export function endOfValueDate({ valueDate }: Readonly<{ valueDate: string }>): Date {
  const inWinter = new Date(`${valueDate}T23:59:59Z`);
  return londonDay(inWinter) === valueDate ? inWinter : new Date(inWinter.getTime() - 3_600_000);
}

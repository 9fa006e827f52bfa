const dayMs = 86_400_000;
const daysAhead = { today: 0, tom: 1, spot: 2 } as const;

export type ValueChoice = keyof typeof daysAhead;

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const isWeekend = (day: string): boolean => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
const nextDay = (day: string): string => dayOf(new Date(Date.parse(`${day}T00:00:00Z`) + dayMs));

export function resolveValueDate(choice: string, now: Date): string | undefined {
  const today = dayOf(now);
  if (!(choice in daysAhead))
    return choice < today || isWeekend(choice) || choice > latestValueDate(now) ? undefined : choice;
  let day = today;
  while (isWeekend(day)) day = nextDay(day);
  for (let left: number = daysAhead[choice as ValueChoice]; left > 0; left -= 1) {
    day = nextDay(day);
    while (isWeekend(day)) day = nextDay(day);
  }
  return day;
}

const latestValueDate = (now: Date): string => dayOf(new Date(now.getTime() + 365 * dayMs));

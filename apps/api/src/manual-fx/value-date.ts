const dayMs = 86_400_000;
const ahead = { today: 0, tom: 1, spot: 2 } as const;

export type ValueChoice = keyof typeof ahead;

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const isWeekend = (day: string): boolean => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
const after = (day: string): string => dayOf(new Date(Date.parse(`${day}T00:00:00Z`) + dayMs));

export function valueDateOf(choice: string, now: Date): string | undefined {
  const today = dayOf(now);
  if (!(choice in ahead)) return choice < today || isWeekend(choice) || choice > farthest(now) ? undefined : choice;
  let day = today;
  while (isWeekend(day)) day = after(day);
  for (let left: number = ahead[choice as ValueChoice]; left > 0; left -= 1) {
    day = after(day);
    while (isWeekend(day)) day = after(day);
  }
  return day;
}

const farthest = (now: Date): string => dayOf(new Date(now.getTime() + 365 * dayMs));

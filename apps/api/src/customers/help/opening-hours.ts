const weekdays: readonly string[] = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Local times such as `08:00`, which compare as text. Monday is 1. */
export type DayHours = Readonly<{ weekday: number; opensAt: string; closesAt: string }>;

const part = /^(?<from>\w{3})(?:-(?<to>\w{3}))? (?<opensAt>[0-2]\d:[0-5]\d)-(?<closesAt>[0-2]\d:[0-5]\d)$/;

/** Of a text such as `Mon-Fri 08:00-20:00, Sat 09:00-13:00`; undefined if it is none. One entry per day, in order. */
export function parseOpeningHours(text: string): readonly DayHours[] | undefined {
  const days = new Map<number, DayHours>();
  for (const each of text.split(',')) {
    const { from = '', to = from, opensAt = '', closesAt = '' } = part.exec(each.trim())?.groups ?? {};
    const [first, last] = [from, to].map((name) => weekdays.indexOf(name) + 1) as [number, number];
    if (first === 0 || last < first || opensAt >= closesAt || closesAt > '24:00') return undefined;
    for (let weekday = first; weekday <= last; weekday += 1) {
      if (days.has(weekday)) return undefined;
      days.set(weekday, { weekday, opensAt, closesAt });
    }
  }
  return [...days.values()].toSorted((a, b) => a.weekday - b.weekday);
}

type Opening =
  | Readonly<{ isOpen: true; closesAt: string; opensNext: null }>
  | Readonly<{ isOpen: false; closesAt: null; opensNext: Readonly<{ day: string; time: string }> | null }>;

const dayMs = 86_400_000;
/** Longer than any row of holidays. */
const searchedDays = 14;

/** `day` and `time`: now in London. On `closedDays` nobody answers. */
export function findOpening(
  hours: readonly DayHours[],
  { day, time }: Readonly<{ day: string; time: string }>,
  closedDays: ReadonlySet<string>,
): Opening {
  for (let ahead = 0; ahead < searchedDays; ahead += 1) {
    const date = new Date(Date.parse(day) + ahead * dayMs);
    const onDay = date.toISOString().slice(0, 10);
    const found = hours.find(({ weekday }) => weekday === (date.getUTCDay() || 7));
    if (!found || closedDays.has(onDay)) continue;
    const { opensAt, closesAt } = found;
    if (ahead > 0 || time < opensAt) return { isOpen: false, closesAt: null, opensNext: { day: onDay, time: opensAt } };
    if (time < closesAt) return { isOpen: true, closesAt, opensNext: null };
  }
  return { isOpen: false, closesAt: null, opensNext: null };
}

const dayMs = 86_400_000;

/** Monday 00:00 of the week of a day, in the time of this device. */
export function startOfWeek(day: Date): Date {
  const monday = new Date(day.getFullYear(), day.getMonth(), day.getDate());
  monday.setDate(monday.getDate() - ((monday.getDay() + 6) % 7));
  return monday;
}

export function addDays(day: Date, days: number): Date {
  const moved = new Date(day);
  moved.setDate(moved.getDate() + days);
  return moved;
}

export const daysOfWeek = (monday: Date): Date[] => Array.from({ length: 7 }, (_, i) => addDays(monday, i));

type Span = Readonly<{ startsAt: string; endsAt: string | null }>;

/** Where a span lies in a week, in per cent of its width; undefined outside of it. */
export function placeInWeek({ startsAt, endsAt }: Span, monday: Date): { left: number; width: number } | undefined {
  const [from, to] = [monday.getTime(), addDays(monday, 7).getTime()];
  const begins = Math.max(new Date(startsAt).getTime(), from);
  const ends = Math.min(endsAt === null ? to : new Date(endsAt).getTime(), to);
  if (ends <= begins) return undefined;
  const share = (ms: number): number => (100 * ms) / (to - from);
  // An hour is too narrow to press.
  return { left: share(begins - from), width: Math.max(share(ends - begins), share(dayMs / 8)) };
}

/** A narrow bar is as wide as its word, in per cent. */
const wordWidth = 12;

type Bar<Event> = Readonly<{ event: Event; left: number; width: number; line: number }>;

/** Bars of events that overlap are on lines below each other, so that each can be pressed. */
export function stackInWeek<Event extends Span>(events: readonly Event[], monday: Date): Bar<Event>[] {
  const lineEnds: number[] = [];
  return events
    .flatMap((event) => {
      const place = placeInWeek(event, monday);
      return place ? [{ event, ...place }] : [];
    })
    .toSorted((one, other) => one.left - other.left)
    .map((bar) => {
      const left = Math.min(bar.left, 100 - wordWidth);
      const free = lineEnds.findIndex((end) => end <= left);
      const line = free === -1 ? lineEnds.length : free;
      lineEnds[line] = left + Math.max(bar.width, wordWidth);
      return { ...bar, line };
    });
}

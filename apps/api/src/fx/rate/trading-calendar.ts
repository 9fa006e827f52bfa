/**
 * A trading day ends at 17:00 in New York and lasts 24 hours, Monday to Friday. Clocks change there at weekends only,
 * so all trading days have the same length.
 */
export const minuteMs = 60_000;
export const tradingDayMs = 24 * 60 * minuteMs;

const hourInNewYork = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hour: 'numeric',
  hourCycle: 'h23',
});
const closes = new Map<number, number>();

function closeOfDay(day: number): number {
  const known = closes.get(day);
  if (known !== undefined) return known;
  const early = day * tradingDayMs + 21 * 60 * minuteMs;
  const close = hourInNewYork.format(early) === '17' ? early : early + 60 * minuteMs;
  closes.set(day, close);
  return close;
}

/** Trading days are numbered without gaps: the day after Friday is Monday. */
const dayOf = (index: number): number => Math.floor(index / 5) * 7 + (index % 5) - 3;
const indexOf = (day: number): number => Math.floor((day + 3) / 7) * 5 + Math.min((day + 3) % 7, 5);

export const closeOf = (index: number): number => closeOfDay(dayOf(index));

export const dateOf = (index: number): string => new Date(dayOf(index) * tradingDayMs).toISOString().slice(0, 10);

export function indexOfDate(date: string): number | undefined {
  const index = indexOf(Date.parse(`${date}T00:00:00Z`) / tradingDayMs);
  return dateOf(index) === date ? index : undefined;
}

/** A day includes its last instant. A weekend belongs to the coming Monday, and is closed. */
export function tradingDayAt(at: number): Readonly<{ index: number; isOpen: boolean }> {
  const today = Math.floor(at / tradingDayMs);
  const index = indexOf(at <= closeOfDay(today) ? today : today + 1);
  return { index, isOpen: at > closeOf(index) - tradingDayMs };
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** The Gregorian calendar and Latin digits always: Thai would otherwise count Buddhist years. */
function formatterOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = formatters.get(key);
  if (known) return known;
  const tag = locale.startsWith('en') ? 'en-GB' : locale;
  const formatter = new Intl.DateTimeFormat(`${tag}-u-ca-gregory-nu-latn`, options);
  formatters.set(key, formatter);
  return formatter;
}

const plain = (text: string): string => text.replaceAll(',', '').replace('Sept', 'Sep');

/** `Fri 20 Nov 2026`, in the customer's own time zone. */
export const dayText = (at: Date, locale: string): string =>
  plain(formatterOf(locale, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }).format(at));

/** `20 Nov`, or `20 Nov 2025` in another year than `now`. */
export const shortDayText = (at: Date, locale: string, now: Date): string =>
  plain(
    formatterOf(locale, {
      day: 'numeric',
      month: 'short',
      ...(at.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' }),
    }).format(at),
  );

/** `Fri 20 Nov`. */
export const weekdayText = (at: Date, locale: string): string =>
  plain(formatterOf(locale, { weekday: 'short', day: 'numeric', month: 'short' }).format(at));

/** `14:02`. */
export const timeText = (at: Date, locale: string): string =>
  formatterOf(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);

/** `Sun 22:00`, for a moment within a week. */
export const weekdayTimeText = (at: Date, locale: string): string =>
  `${formatterOf(locale, { weekday: 'short' }).format(at)} ${timeText(at, locale)}`;

/** `20 Nov, 14:02`. */
export const momentText = (at: Date, locale: string, now: Date): string =>
  `${shortDayText(at, locale, now)}, ${timeText(at, locale)}`;

/** The local calendar day as `2026-11-20`: what groups are made by and what date inputs hold. */
export const localDay = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

/** The local day that lies some days before or after another. */
export function daysFrom(at: Date, days: number): Date {
  const day = new Date(at);
  day.setDate(day.getDate() + days);
  return day;
}

/** Today and yesterday have names; every other day is written out by the caller. */
export function dayName(day: string, now: Date): 'today' | 'yesterday' | undefined {
  if (day === localDay(now)) return 'today';
  return day === localDay(daysFrom(now, -1)) ? 'yesterday' : undefined;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Always the Gregorian calendar and Latin digits: Thai would otherwise use Buddhist years. */
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

export const dayText = (at: Date, locale: string): string =>
  plain(formatterOf(locale, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }).format(at));

export const shortDayText = (at: Date, locale: string, now: Date): string =>
  plain(
    formatterOf(locale, {
      day: 'numeric',
      month: 'short',
      ...(at.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' }),
    }).format(at),
  );

export const weekdayText = (at: Date, locale: string): string =>
  plain(formatterOf(locale, { weekday: 'short', day: 'numeric', month: 'short' }).format(at));

export const timeText = (at: Date, locale: string): string =>
  formatterOf(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);

export const weekdayTimeText = (at: Date, locale: string): string =>
  `${formatterOf(locale, { weekday: 'short' }).format(at)} ${timeText(at, locale)}`;

export const momentText = (at: Date, locale: string, now: Date): string =>
  `${shortDayText(at, locale, now)}, ${timeText(at, locale)}`;

export const localDay = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

export function daysFrom(at: Date, days: number): Date {
  const day = new Date(at);
  day.setDate(day.getDate() + days);
  return day;
}

export function dayName(day: string, now: Date): 'today' | 'yesterday' | undefined {
  if (day === localDay(now)) return 'today';
  return day === localDay(daysFrom(now, -1)) ? 'yesterday' : undefined;
}

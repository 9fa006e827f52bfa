const formatters = new Map<string, Intl.DateTimeFormat>();

/** Always the Gregorian calendar and Latin digits: Thai would otherwise use Buddhist years. */
function getFormatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = formatters.get(key);
  if (known) return known;
  const tag = locale.startsWith('en') ? 'en-GB' : locale;
  const formatter = new Intl.DateTimeFormat(`${tag}-u-ca-gregory-nu-latn`, options);
  formatters.set(key, formatter);
  return formatter;
}

const cleanText = (text: string): string => text.replaceAll(',', '').replace('Sept', 'Sep');

export const formatDate = (at: Date, locale: string): string =>
  cleanText(getFormatter(locale, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }).format(at));

/** `November 2026`, of the first day of a month. */
export const formatMonth = (day: string, locale: string): string =>
  cleanText(getFormatter(locale, { month: 'long', year: 'numeric' }).format(new Date(`${day}T12:00:00`)));

export const formatShortDate = (at: Date, locale: string, now: Date): string =>
  cleanText(
    getFormatter(locale, {
      day: 'numeric',
      month: 'short',
      ...(at.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' }),
    }).format(at),
  );

export const formatWeekday = (at: Date, locale: string): string =>
  cleanText(getFormatter(locale, { weekday: 'short', day: 'numeric', month: 'short' }).format(at));

export const formatTime = (at: Date, locale: string): string =>
  getFormatter(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);

export const formatWeekdayTime = (at: Date, locale: string): string =>
  `${getFormatter(locale, { weekday: 'short' }).format(at)} ${formatTime(at, locale)}`;

export const formatDateTime = (at: Date, locale: string, now: Date): string =>
  `${formatShortDate(at, locale, now)}, ${formatTime(at, locale)}`;

export const toLocalDate = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

const londonDate = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/London',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** The day on which something is booked. In Bangkok, tomorrow begins seven hours before ours. */
export const toLondonDate = (at: Date): string => londonDate.format(at);

export function addDays(at: Date, days: number): Date {
  const day = new Date(at);
  day.setDate(day.getDate() + days);
  return day;
}

export function dayName(day: string, now: Date): 'today' | 'yesterday' | undefined {
  if (day === toLocalDate(now)) return 'today';
  return day === toLocalDate(addDays(now, -1)) ? 'yesterday' : undefined;
}

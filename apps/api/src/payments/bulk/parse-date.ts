import { type Message, message } from '@larkmere/messages/message';

export type ParsedDate = Readonly<{ day: string } | { fault: Message }>;

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/**
 * Reads the date of a row. Two numbers that could each be the month, as in `01/12/2026`, are refused with both readings,
 * because spreadsheets of other countries write them in the other order.
 */
export function parseDate(given: string): ParsedDate {
  const text = given.trim();
  const [, year, , month, day] = /^(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})(?:[T Z+-].*)?$/.exec(text) ?? [];
  if (year && month && day) return toDay(year, month, day);
  const [, date, name = '', namedYear = ''] = /^(\d{1,2})[ -]([a-z]{3,9})\.?,?[ -](\d{4})$/i.exec(text) ?? [];
  if (date) return toDay(namedYear, String(months.indexOf(name.slice(0, 3).toLowerCase()) + 1), date);
  const [, first = '', sign, second = '', lastYear = ''] = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(text) ?? [];
  const dayFirst = toDay(lastYear, second, first);
  // Nobody writes the month first with dots.
  const monthFirst = sign === '.' ? dayFirst : toDay(lastYear, first, second);
  if ('fault' in dayFirst) return monthFirst;
  if ('fault' in monthFirst || dayFirst.day === monthFirst.day) return dayFirst;
  return { fault: message('bulk_date_ambiguous', { day: dayFirst.day, otherDay: monthFirst.day }) };
}

function toDay(year: string, month: string, day: string): ParsedDate {
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = new Date(`${iso}T00:00:00Z`);
  const isDay = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso);
  return isDay ? { day: iso } : { fault: message('bulk_date_invalid') };
}

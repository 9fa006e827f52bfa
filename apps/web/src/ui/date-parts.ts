export type DateParts = Readonly<{ day: string; month: string; year: string }>;

export const noDate: DateParts = { day: '', month: '', year: '' };

/** Years of the Thai calendar are 543 ahead of it. */
const lastYear = '2200';

/** Undefined unless the three figures are a real date of the Western calendar. */
export function parseDateParts({ day, month, year }: DateParts): string | undefined {
  if (!/^\d{1,2}$/.test(day) || !/^\d{1,2}$/.test(month) || !/^\d{4}$/.test(year) || year > lastYear) return undefined;
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : undefined;
}

/** A whole date as people copy it: day, month and year, or the year first. */
export function parsePastedDate(text: string): DateParts | undefined {
  const parts = text.trim().split(/\D+/);
  if (parts.length !== 3 || /[^\d\s./-]/.test(text)) return undefined;
  const [first = '', month = '', last = ''] = parts;
  return first.length === 4 ? { day: last, month, year: first } : { day: first, month, year: last };
}

export function toDateParts(text: string): DateParts {
  const [year = '', month = '', day = ''] = text.split('-');
  return { day, month, year };
}

export const areDatePartsWhole = ({ day, month, year }: DateParts): boolean =>
  year.length === 4 && day !== '' && month !== '';

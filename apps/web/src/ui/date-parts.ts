export type DateParts = Readonly<{ day: string; month: string; year: string }>;

export const noDate: DateParts = { day: '', month: '', year: '' };

/** Undefined unless the three figures are a real date. */
export function parseDateParts({ day, month, year }: DateParts): string | undefined {
  if (!/^\d{1,2}$/.test(day) || !/^\d{1,2}$/.test(month) || !/^\d{4}$/.test(year)) return undefined;
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : undefined;
}

export function toDateParts(text: string): DateParts {
  const [year = '', month = '', day = ''] = text.split('-');
  return { day, month, year };
}

export const areDatePartsWhole = ({ day, month, year }: DateParts): boolean =>
  year.length === 4 && day !== '' && month !== '';

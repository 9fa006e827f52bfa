const format = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** `November 2026`, of the first day of a month. */
export const monthName = (month: string): string => format.format(new Date(month));

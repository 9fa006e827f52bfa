const london = { timeZone: 'Europe/London' } as const;
const timeFormat = new Intl.DateTimeFormat('en-GB', { ...london, hour: '2-digit', minute: '2-digit' });

const weekdayFormat = new Intl.DateTimeFormat('en-GB', { ...london, weekday: 'short' });
const shortDateFormat = new Intl.DateTimeFormat('en-GB', {
  ...london,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});

export const formatDate = (at: Date): string => `${weekdayFormat.format(at)} ${shortDateFormat.format(at)}`;

/** `18:27`, in London. */
export const formatTime = (at: Date): string => timeFormat.format(at);

export const formatDateTime = (at: Date): string => `${formatDate(at)}, ${timeFormat.format(at)} UK time`;

const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** `November 2026`, of the first day of a month. */
export const monthName = (month: string): string => monthFormat.format(new Date(month));

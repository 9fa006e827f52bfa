const london = { timeZone: 'Europe/London' } as const;
const days = new Intl.DateTimeFormat('en-GB', { ...london, day: 'numeric', month: 'long', year: 'numeric' });
const times = new Intl.DateTimeFormat('en-GB', { ...london, hour: '2-digit', minute: '2-digit' });

export const dayText = (at: Date): string => days.format(at);

export const momentText = (at: Date): string => `${days.format(at)}, ${times.format(at)} UK time`;

const weekdays = new Intl.DateTimeFormat('en-GB', { ...london, weekday: 'short' });
const shortDays = new Intl.DateTimeFormat('en-GB', { ...london, day: 'numeric', month: 'short', year: 'numeric' });

export const formatDateTime = (at: Date): string =>
  `${weekdays.format(at)} ${shortDays.format(at)}, ${times.format(at)} UK time`;

const london = { timeZone: 'Europe/London' } as const;
const days = new Intl.DateTimeFormat('en-GB', { ...london, day: 'numeric', month: 'long', year: 'numeric' });
const times = new Intl.DateTimeFormat('en-GB', { ...london, hour: '2-digit', minute: '2-digit' });

/** A day as London has it: 22 November 2026. */
export const dayText = (at: Date): string => days.format(at);

/** A moment as London has it: 22 November 2026, 00:00 UK time. */
export const momentText = (at: Date): string => `${days.format(at)}, ${times.format(at)} UK time`;

const weekdays = new Intl.DateTimeFormat('en-GB', { ...london, weekday: 'short' });
const shortDays = new Intl.DateTimeFormat('en-GB', { ...london, day: 'numeric', month: 'short', year: 'numeric' });

/** The same with a weekday, as customers read it: Mon 23 Nov 2026, 10:02 UK time. */
export const formatDateTime = (at: Date): string =>
  `${weekdays.format(at)} ${shortDays.format(at)}, ${times.format(at)} UK time`;

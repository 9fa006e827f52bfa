import { useLocale, useNow } from 'use-intl';
import { formatShortDate } from '../../ui/date-text.ts';

/** To the millisecond; the day only where it is not today's. */
export function useExactTime(): (moment: string) => string {
  const locale = useLocale();
  const now = useNow({ updateInterval: 60_000 });
  const time = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    hourCycle: 'h23',
  });
  return (moment) => {
    const at = new Date(moment);
    const isToday = at.toDateString() === now.toDateString();
    return isToday ? time.format(at) : `${formatShortDate(at, locale, now)}, ${time.format(at)}`;
  };
}

import { useLocale, useNow, useTranslations } from 'use-intl';
import { dayName, formatDateTime, formatShortDate, formatTime, toLocalDate } from './date-text.ts';

export function useDateTimeTexts() {
  const t = useTranslations('ui.moment');
  const locale = useLocale();
  const now = useNow({ updateInterval: 60_000 });
  const byText = (moment: string, today: 'byToday' | 'byTodayInside') => {
    const when = new Date(moment);
    const time = formatTime(when, locale);
    const isToday = dayName(toLocalDate(when), now) === 'today';
    return isToday ? t(today, { time }) : t('byDay', { day: formatShortDate(when, locale, now), time });
  };
  return {
    at: (moment: string) => formatDateTime(new Date(moment), locale, now),
    by: (moment: string) => byText(moment, 'byToday'),
    byThen: (moment: string) => byText(moment, 'byTodayInside'),
  };
}

import { useLocale, useNow, useTranslations } from 'use-intl';
import { dayName, localDay, momentText, shortDayText, timeText } from './day.ts';

export function useMoments() {
  const t = useTranslations('ui.moment');
  const locale = useLocale();
  const now = useNow({ updateInterval: 60_000 });
  const byText = (moment: string, today: 'byToday' | 'byTodayInside') => {
    const when = new Date(moment);
    const time = timeText(when, locale);
    const isToday = dayName(localDay(when), now) === 'today';
    return isToday ? t(today, { time }) : t('byDay', { day: shortDayText(when, locale, now), time });
  };
  return {
    at: (moment: string) => momentText(new Date(moment), locale, now),
    by: (moment: string) => byText(moment, 'byToday'),
    byThen: (moment: string) => byText(moment, 'byTodayInside'),
  };
}

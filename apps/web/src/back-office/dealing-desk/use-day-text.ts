import { useLocale } from 'use-intl';
import { formatDate } from '../../ui/date-text.ts';

/** A calendar day in words. */
export function useDayText(): (day: string) => string {
  const locale = useLocale();
  return (day) => formatDate(new Date(`${day}T12:00:00Z`), locale);
}

import { useLocale } from 'use-intl';
import { dayText } from './day.ts';

export function useDays() {
  const locale = useLocale();
  return { day: (text: string): string => dayText(new Date(`${text}T12:00:00`), locale) };
}

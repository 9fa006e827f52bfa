import { useLocale } from 'use-intl';
import { formatDate } from './date-text.ts';

export function useDateText() {
  const locale = useLocale();
  return { day: (text: string): string => formatDate(new Date(`${text}T12:00:00`), locale) };
}

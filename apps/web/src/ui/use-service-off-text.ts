import { useLocale, useNow, useTranslations } from 'use-intl';
import { formatDateTime } from './date-text.ts';

export function useServiceOffText() {
  const t = useTranslations('ui');
  const locale = useLocale();
  const now = useNow({ updateInterval: 60_000 });
  return (message: string, until: string | null | undefined): string =>
    until ? `${message} ${t('onAgain', { when: formatDateTime(new Date(until), locale, now) })}` : message;
}

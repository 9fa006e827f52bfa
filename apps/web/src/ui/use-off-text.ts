import { useLocale, useNow, useTranslations } from 'use-intl';
import { momentText } from './day.ts';

export function useOffText() {
  const t = useTranslations('ui');
  const locale = useLocale();
  const now = useNow({ updateInterval: 60_000 });
  return (message: string, until: string | null | undefined): string =>
    until ? `${message} ${t('onAgain', { when: momentText(new Date(until), locale, now) })}` : message;
}

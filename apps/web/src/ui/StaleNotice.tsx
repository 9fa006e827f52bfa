import { useLocale, useTranslations } from 'use-intl';
import { formatTime } from './date-text.ts';
import { LinkButton } from './LinkButton.tsx';

export function StaleNotice({ at, onRetry }: { at: Date; onRetry: () => void }) {
  const t = useTranslations('ui');
  const locale = useLocale();
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-1 text-small text-warning">
      {t('asOf', { time: formatTime(at, locale) })}
      <LinkButton onClick={onRetry}>{t('retry')}</LinkButton>
    </p>
  );
}

import { useLocale, useTranslations } from 'use-intl';
import { timeText } from './day.ts';
import { LinkButton } from './LinkButton.tsx';

export function StaleLine({ at, onRetry }: { at: Date; onRetry: () => void }) {
  const t = useTranslations('ui');
  const locale = useLocale();
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-1 text-small text-warning">
      {t('asOf', { time: timeText(at, locale) })}
      <LinkButton onClick={onRetry}>{t('retry')}</LinkButton>
    </p>
  );
}

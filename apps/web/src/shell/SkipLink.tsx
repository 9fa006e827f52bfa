import { useTranslations } from 'use-intl';

export function SkipLink() {
  const t = useTranslations('shell');
  return (
    <a
      href="#content"
      className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-20 focus:rounded-control focus:bg-raised focus:px-4 focus:py-2.5 focus:font-semibold focus:text-brand-text"
    >
      {t('skip')}
    </a>
  );
}

import { useTranslations } from 'use-intl';

/** Legally required on every customer page. */
export function LegalFooter() {
  const t = useTranslations('ui');
  return (
    <footer className="border-t border-line">
      <p className="max-w-[1080px] px-4 py-6 text-caption text-text-muted lg:px-16">{t('legal')}</p>
    </footer>
  );
}

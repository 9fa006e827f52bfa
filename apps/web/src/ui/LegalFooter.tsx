import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { linkClass } from './button-class.ts';

/** Legally required on every customer page, and a way to Help. */
export function LegalFooter() {
  const t = useTranslations('ui');
  return (
    <footer className="border-t border-line">
      <p className="max-w-[1080px] px-4 py-6 text-caption text-text-muted lg:px-16">
        {t('legal')}{' '}
        <Link to="/help" className={linkClass}>
          {t('help')}
        </Link>
      </p>
    </footer>
  );
}

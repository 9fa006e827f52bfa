import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { PageHeading } from '../../platform/navigation/PageHeading.tsx';
import { paths } from '../../platform/navigation/paths.ts';
import { buttonClass } from '../../ui/button-class.ts';

export function NotFoundPage() {
  const t = useTranslations('shell.notFound');
  return (
    <>
      <PageHeading title={t('title')} />
      <p className="mt-2 mb-8 text-text-muted">{t('text')}</p>
      <Link to={paths.home} className={buttonClass()}>
        {t('home')}
      </Link>
    </>
  );
}

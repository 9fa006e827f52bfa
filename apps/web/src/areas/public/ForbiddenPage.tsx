import { forbiddenSentence } from '@larkmere/contract/forbidden';
import { Link, useSearch } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { PageHeading } from '../../kernel/PageHeading.tsx';
import { paths } from '../../kernel/paths.ts';
import { buttonClass } from '../../ui/button-class.ts';

/** Why a page or an action was refused: the server's sentence by its code in the address. Other text there is never shown. */
export function ForbiddenPage() {
  const t = useTranslations('shell.forbidden');
  const { message }: { message?: unknown } = useSearch({ strict: false });
  return (
    <>
      <PageHeading title={t('title')} />
      <p className="mt-2 mb-8 text-text-muted">{forbiddenSentence(message) ?? t('text')}</p>
      <Link to={paths.home} className={buttonClass()}>
        {t('home')}
      </Link>
    </>
  );
}

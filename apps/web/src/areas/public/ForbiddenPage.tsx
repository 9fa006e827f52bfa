import { refusals } from '@larkmere/contract/refusals';
import { Link, useSearch } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { refusedMessage } from '../../kernel/errors.ts';
import { PageHeading } from '../../kernel/PageHeading.tsx';
import { paths } from '../../kernel/paths.ts';
import { useStore } from '../../kernel/store.ts';
import { buttonClass } from '../../ui/button-class.ts';

/**
 * Why a page or an action was refused. The words are the server's of a moment ago, or those of the catalogue for the code
 * in the address; whatever else stands in the address is never shown.
 */
export function ForbiddenPage() {
  const t = useTranslations('shell.forbidden');
  const { message: code }: { message?: unknown } = useSearch({ strict: false });
  const said = useStore(refusedMessage);
  return (
    <>
      <PageHeading title={t('title')} />
      <p className="mt-2 mb-8 text-text-muted">{said ?? catalogueText(code) ?? t('text')}</p>
      <Link to={paths.home} className={buttonClass()} onClick={() => refusedMessage.set(undefined)}>
        {t('home')}
      </Link>
    </>
  );
}

function catalogueText(code: unknown): string | undefined {
  const known = Object.entries(refusals).find(([name, { status }]) => name === code && status === 403);
  return known?.[1].message;
}

import { forbiddenReason } from '@larkmere/contract/platform/denials';
import { access } from '@larkmere/messages/en/access';
import { Link, useSearch } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { PageHeading } from '../../platform/navigation/PageHeading.tsx';
import { paths } from '../../platform/navigation/paths.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { HelpText } from '../../ui/HelpText.tsx';

/**
 * The address holds a refusal code. Any other text in it is never displayed, so that a link cannot put words on our
 * page.
 */
export function ForbiddenPage() {
  const t = useTranslations('shell.forbidden');
  const { message }: { message?: unknown } = useSearch({ strict: false });
  const reason = forbiddenReason(message);
  return (
    <>
      <PageHeading title={t('title')} />
      <p className="mt-2 mb-8 text-text-muted">
        <HelpText>{reason ? access[reason] : t('text')}</HelpText>
      </p>
      <Link to={paths.home} className={buttonClass()}>
        {t('home')}
      </Link>
    </>
  );
}

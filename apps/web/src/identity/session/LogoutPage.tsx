import { Link, Navigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { PageHeading } from '../../platform/navigation/PageHeading.tsx';
import { paths } from '../../platform/navigation/paths.ts';
import { useSessionState } from '../../platform/session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { useLogout } from './use-logout.ts';

/** Asks for confirmation, because opening an address must not end a session. */
export function LogoutPage() {
  const t = useTranslations('session.logout');
  const { mutate, isPending } = useLogout();
  const { status } = useSessionState();
  if (status === 'out') return <Navigate to={paths.login} />;
  return (
    <>
      <PageHeading title={t('title')} />
      <p className="mt-2 mb-8 text-text-muted">{t('text')}</p>
      <div className="flex flex-wrap gap-3">
        <Button busy={isPending} busyLabel={t('busy')} onClick={() => mutate('logout')}>
          {t('confirm')}
        </Button>
        <Link to={paths.home} className={buttonClass('secondary')}>
          {t('cancel')}
        </Link>
      </div>
    </>
  );
}

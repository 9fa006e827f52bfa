import type { MoneyKey } from '@larkmere/contract/platform/access';
import { Link } from '@tanstack/react-router';
import { Info } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { useSession } from '../../platform/session/session.ts';
import { linkClass } from '../../ui/button-class.ts';
import { Notice } from '../../ui/Notice.tsx';

/** An exchange goes by the right to pay, under its own name. */
export function RolePage({ right, isExchange }: { right: MoneyKey; isExchange: boolean }) {
  const t = useTranslations('rightNotice');
  useSetPageTitle(t(`title.${isExchange ? 'exchange' : right}`));
  return (
    <div className="mx-auto w-full max-w-[640px]">
      <RoleNotice right={right} />
    </div>
  );
}

export function RoleNotice({ right }: { right: MoneyKey }) {
  const t = useTranslations('rightNotice');
  const { user, businnessState } = useSession();
  const approves = user.accessLevel[right] === 'approve';
  return (
    <Notice
      kind="info"
      icon={<Info size={20} className="shrink-0" />}
      title={t(`${approves ? 'approve' : 'view'}.${right}`)}
      action={
        approves &&
        businnessState && (
          <Link to={paths.teamApprovals} className={linkClass}>
            {t('link')}
          </Link>
        )
      }
    />
  );
}

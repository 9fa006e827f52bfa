import { isMoneyRight, type MoneyKey } from '@larkmere/contract/platform/access';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { Info } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { canInitiate, findScreen, isPreparationPath } from '../../platform/navigation/guards.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { useSession } from '../../platform/session/session.ts';
import { linkClass } from '../../ui/button-class.ts';
import { Notice } from '../../ui/Notice.tsx';

/** A user who may only view or approve sees a notice above a list, and in place of a form. */
export function PageWithRoleNotice() {
  const { pathname } = useLocation();
  const { user } = useSession();
  const { path, access } = findScreen(pathname) ?? {};
  if (!path || !access || !isMoneyRight(access) || canInitiate(user, access)) return <Outlet />;
  if (isPreparationPath(pathname)) return <RolePage right={access} isExchange={path === paths.transfer} />;
  if (path.includes('{')) return <Outlet />;
  return (
    <div className="grid gap-5">
      <div className="mx-auto w-full max-w-[820px]">
        <RoleNotice right={access} />
      </div>
      <Outlet />
    </div>
  );
}

/** An exchange goes by the right to pay, under its own name. */
function RolePage({ right, isExchange }: { right: MoneyKey; isExchange: boolean }) {
  const t = useTranslations('rightNotice');
  useSetPageTitle(t(`title.${isExchange ? 'exchange' : right}`));
  return (
    <div className="mx-auto w-full max-w-[640px]">
      <RoleNotice right={right} />
    </div>
  );
}

function RoleNotice({ right }: { right: MoneyKey }) {
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

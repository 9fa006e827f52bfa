import { isMoneyRight } from '@larkmere/contract/platform/access';
import { Outlet, useLocation } from '@tanstack/react-router';
import { Suspense } from 'react';
import { languages } from '../../messages/languages.ts';
import { canInitiate, findScreen, isPreparationPath } from '../../platform/navigation/guards.ts';
import { lazyPart } from '../../platform/navigation/lazy-screen.tsx';
import { paths } from '../../platform/navigation/paths.ts';
import { useSession } from '../../platform/session/session.ts';

const RoleNotice = lazyPart(async () => (await import('./RoleNotice.tsx')).RoleNotice, languages.en.later);
const RolePage = lazyPart(async () => (await import('./RoleNotice.tsx')).RolePage, languages.en.later);

/** A user who may only view or approve sees a notice above a list, and in place of a form. */
export function PageWithRoleNotice() {
  const { pathname } = useLocation();
  const { user } = useSession();
  const { path, access } = findScreen(pathname) ?? {};
  if (!path || !access || !isMoneyRight(access) || canInitiate(user, access)) return <Outlet />;
  if (isPreparationPath(pathname))
    return (
      <Suspense>
        <RolePage right={access} isExchange={path === paths.transfer} />
      </Suspense>
    );
  if (path.includes('{')) return <Outlet />;
  return (
    <div className="grid gap-5">
      <div className="mx-auto w-full max-w-[820px]">
        <Suspense>
          <RoleNotice right={access} />
        </Suspense>
      </div>
      <Outlet />
    </div>
  );
}

import { Link, Navigate, Outlet, useLocation } from '@tanstack/react-router';
import { Menu } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { toStaffVisitor } from '../../back-office/parts/parts.ts';
import { brand } from '../../platform/brand.ts';
import { findScreen } from '../../platform/navigation/guards.ts';
import { useHeadingFocus, usePageTitle } from '../../platform/navigation/page.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { useStaffSession } from '../../platform/session/staff-session.ts';
import { Logo } from '../../ui/Logo.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { QueryProvider } from '../QueryProvider.tsx';
import { SkipLink } from '../SkipLink.tsx';
import { ManageSearch } from './ManageSearch.tsx';
import { menuFor } from './menu.ts';
import { StaffMenu } from './StaffMenu.tsx';
import { WaitingCount } from './WaitingCount.tsx';

/** The guard of the staff area: a page that the role may not open is never drawn. */
export function ManageLayout() {
  const { pathname } = useLocation();
  const { permissions } = useStaffSession();
  const { canOpen, home } = toStaffVisitor(permissions);
  const page = findScreen(pathname);
  // While the frame is left, the address is already that of the page after it, such as the login.
  if (page?.area === 'manage' && !canOpen(page.path))
    return <Navigate to={page.path === paths.manageDashboard ? home : '/403'} replace />;
  return (
    <StaffFrame>
      <Outlet />
    </StaffFrame>
  );
}

export function StaffFrame({ children }: { children: ReactNode }) {
  const t = useTranslations();
  const title = usePageTitle();
  const heading = useHeadingFocus();
  return (
    <QueryProvider>
      <div className="min-h-dvh lg:grid lg:grid-cols-[15.5rem_minmax(0,1fr)]">
        <SkipLink />
        <aside className="sticky top-0 border-line px-3 pt-3 max-lg:static lg:h-dvh lg:overflow-y-auto lg:border-r">
          <Link to={paths.manage} className="flex min-w-0 items-center gap-2.5 rounded-small px-2 py-1.5">
            <Logo />
            <span className="grid min-w-0 flex-1">
              <span className="text-caption font-medium text-text-muted">{brand.name}</span>
              <span className="text-small leading-4 font-bold">{t('manage.header')}</span>
            </span>
            <StatusPill kind="accent">{t('shell.staff')}</StatusPill>
          </Link>
          <StaffNavigation />
        </aside>
        <div className="min-w-0">
          <header className="sticky top-0 z-10 flex h-16 items-center gap-3 border-b border-line bg-page px-4 lg:px-8">
            <h1 ref={heading} tabIndex={-1} className="min-w-0 flex-1 truncate text-h1 font-bold">
              {title}
            </h1>
            <ManageSearch />
            <StaffMenu />
          </header>
          <main id="content" className="px-4 py-5 lg:px-8">
            {children}
          </main>
        </div>
      </div>
    </QueryProvider>
  );
}

/** On a phone the menu is closed until it is asked for, and closes with the next page. */
function StaffNavigation() {
  const t = useTranslations('manage.nav');
  const { pathname } = useLocation();
  return (
    <nav aria-label={t('label')}>
      <details key={pathname} className="py-2 lg:hidden">
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 rounded-control px-3 text-small font-semibold hover:bg-sunken">
          <Menu size={18} />
          {t('menu')}
        </summary>
        <StaffMenuGroups />
      </details>
      <div className="hidden py-2 lg:block">
        <StaffMenuGroups />
      </div>
    </nav>
  );
}

function StaffMenuGroups() {
  const t = useTranslations('manage.nav');
  const { permissions } = useStaffSession();
  return (
    <div className="grid gap-3">
      {menuFor(permissions).map(({ title, items }) => (
        <div key={title ?? 'work'}>
          {title && <p className="px-3 py-1 text-caption font-semibold text-text-muted">{t(title)}</p>}
          <ul className="grid gap-0.5">
            {items.map(({ path, label, icon: Icon, tile }) => (
              <li key={path}>
                <Link
                  to={path}
                  className="flex min-h-11 items-center gap-3 rounded-control px-3 text-small font-medium whitespace-nowrap text-text-muted hover:bg-sunken hover:text-text aria-[current=page]:bg-brand-soft aria-[current=page]:text-brand-text lg:min-h-9"
                >
                  <Icon size={18} className="shrink-0" />
                  {t(label)}
                  {tile && <WaitingCount tile={tile} />}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

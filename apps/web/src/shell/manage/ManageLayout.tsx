import { Link, Outlet } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { brand } from '../../platform/brand.ts';
import { useHeadingFocus, usePageTitle } from '../../platform/navigation/page.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { Logo } from '../../ui/Logo.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { QueryProvider } from '../QueryProvider.tsx';
import { SkipLink } from '../SkipLink.tsx';
import { StaffMenu } from './StaffMenu.tsx';

export function ManageLayout() {
  const t = useTranslations();
  const title = usePageTitle();
  const heading = useHeadingFocus();
  return (
    <QueryProvider>
      <div className="flex min-h-dvh flex-col">
        <SkipLink />
        <header className="sticky top-0 z-10 border-b border-line bg-page">
          <div className="flex h-16 items-center gap-3 px-4 lg:px-8">
            <Link to={paths.manageDashboard} className="flex min-w-0 items-center gap-2.5 rounded-small">
              <Logo />
              <span className="grid min-w-0">
                <span className="text-caption font-medium text-text-muted">{brand.name}</span>
                <span className="text-h2 leading-5 font-bold">{t('manage.header')}</span>
              </span>
            </Link>
            <span className="hidden flex-1 sm:block">
              <StatusPill kind="accent">{t('shell.staff')}</StatusPill>
            </span>
            <span className="flex-1 sm:hidden" />
            <StaffMenu />
          </div>
        </header>
        <main id="content" className="w-full flex-1 px-4 py-6 lg:px-8">
          <h1 ref={heading} tabIndex={-1} className="mb-4 text-h1 font-bold">
            {title}
          </h1>
          <Outlet />
        </main>
      </div>
    </QueryProvider>
  );
}

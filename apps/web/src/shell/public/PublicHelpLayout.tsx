import { Link, Outlet } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { brand } from '../../platform/brand.ts';
import { PageHeading } from '../../platform/navigation/PageHeading.tsx';
import { usePageTitle } from '../../platform/navigation/page.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { useSessionState } from '../../platform/session/session.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { LegalFooter } from '../../ui/LegalFooter.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { QueryProvider } from '../QueryProvider.tsx';
import { SkipLink } from '../SkipLink.tsx';

/** For somebody who has not signed in, or whom we do not know yet. */
export function PublicHelpLayout() {
  const t = useTranslations('help');
  const { status } = useSessionState();
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="border-b border-line">
        <div className="page-width mx-auto flex h-16 items-center justify-between gap-4">
          <Link to={paths.home} className="flex items-center gap-2.5 rounded-small text-h2 font-bold">
            <Logo />
            {brand.name}
          </Link>
          {status === 'out' && (
            <Link to={paths.login} className={buttonClass('secondary')}>
              {t('jobs.login')}
            </Link>
          )}
        </div>
      </header>
      <main id="content" className="page-width mx-auto grid flex-1 content-start gap-5 py-8">
        <QueryProvider>
          <Title />
          <Outlet />
        </QueryProvider>
      </main>
      <LegalFooter />
    </div>
  );
}

/** The title that the page has set; its own until then. */
function Title() {
  const t = useTranslations('help');
  return <PageHeading title={usePageTitle() || t('title')} />;
}

import type { SessionView } from '@larkmere/contract/identity/session';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { IdleGuard } from '../../identity/session/IdleGuard.tsx';
import { brand } from '../../platform/brand.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { useSession } from '../../platform/session/session.ts';
import { loadChunk } from '../../ui/chunk.ts';
import { LegalFooter } from '../../ui/LegalFooter.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { AccountStatus } from '../AccountStatus.tsx';
import { AfterAgreement } from '../AfterAgreement.tsx';
import { ContactRecovery } from '../ContactRecovery.tsx';
import { MemberCheck } from '../MemberCheck.tsx';
import { MessagesProvider } from '../MessagesProvider.tsx';
import { PageHeader } from '../PageHeader.tsx';
import { QueryProvider, useHeaderRefresh } from '../QueryProvider.tsx';
import { ServiceNotices } from '../ServiceNotices.tsx';
import { SkipLink } from '../SkipLink.tsx';
import { SearchButton } from '../search/SearchButton.tsx';
import { walletPages } from '../search/search-store.ts';
import { useLiveNotices } from '../use-live-notices.ts';
import { CustomerLine, isOverview } from './CustomerLine.tsx';
import { walletMenuFor } from './menu.ts';
import { WalletBottomBar } from './WalletBottomBar.tsx';
import { WalletMenu } from './WalletMenu.tsx';

const ActiveCurrencies = lazy(async () => ({
  default: (await loadChunk(import('../../accounts/wallet/ActiveCurrencies.tsx'))).ActiveCurrencies,
}));
const RateHeader = lazy(async () => ({ default: (await loadChunk(import('./RateHeader.tsx'))).RateHeader }));

export const WalletLayout = () => (
  <QueryProvider>
    <MessagesProvider>
      <IdleGuard>
        <AfterAgreement>
          <WalletFrame />
        </AfterAgreement>
      </IdleGuard>
    </MessagesProvider>
  </QueryProvider>
);

function WalletFrame() {
  const session = useSession();
  useLiveNotices(session);
  useSearchedPages(session);
  useHeaderRefresh();
  return (
    <div className="lg:grid lg:grid-cols-[248px_minmax(0,1fr)]">
      <SkipLink />
      <aside className="sticky top-0 hidden h-dvh flex-col overflow-y-auto border-r border-line lg:flex">
        <div className="flex h-16 shrink-0 items-center px-5">
          <Link to={paths.walletDashboard} className="flex items-center gap-2.5 rounded-small text-h2 font-bold">
            <Logo />
            {brand.name}
          </Link>
        </div>
        <WalletMenu className="px-3 pb-4" />
      </aside>
      <div className="flex min-h-dvh min-w-0 flex-col pb-[calc(4rem+env(safe-area-inset-bottom))] lg:pb-0">
        <PageHeader notifications={paths.walletNotification} help={paths.walletHelp} search={<SearchButton />} />
        <div className="page-width flex-1 py-5">
          <Rates />
          <main id="content">
            <ServiceNotices />
            <ContactRecovery />
            <MemberCheck />
            <AccountStatus />
            <Outlet />
          </main>
        </div>
        <LegalFooter />
      </div>
      <WalletBottomBar />
    </div>
  );
}

function useSearchedPages(session: SessionView): void {
  const t = useTranslations('shell.walletMenu');
  const pages = walletMenuFor(session).flat();
  useEffect(() => {
    walletPages.set(pages.map(({ path, label, icon }) => ({ path, title: t(label), icon })));
  });
  useEffect(() => () => walletPages.set(undefined), []);
}

/** Who the customer is and what their currencies buy. On a phone only the overviews have room for rates. */
function Rates() {
  const currencies = useTranslations('wallet.currencies');
  const { pathname } = useLocation();
  const onPhone = isOverview(pathname) ? '' : 'max-lg:hidden';
  if (pathname === paths.walletHelp) return null;
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-5 gap-y-1 empty:hidden">
        <CustomerLine />
        <div className={`min-h-8 ${onPhone}`}>
          <Suspense>
            <RateHeader />
          </Suspense>
        </div>
      </div>
      <section aria-label={currencies('label')} className={`mb-4 min-h-15 ${onPhone}`}>
        <Suspense>
          <ActiveCurrencies />
        </Suspense>
      </section>
    </>
  );
}

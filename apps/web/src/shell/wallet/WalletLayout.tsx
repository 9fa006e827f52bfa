import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useKycState } from '../../customers/kyc/kyc.api.ts';
import { IdleGuard } from '../../identity/session/IdleGuard.tsx';
import { brand } from '../../platform/brand.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { useSession } from '../../platform/session/session.ts';
import { CopyButton } from '../../ui/CopyField.tsx';
import { loadChunk } from '../../ui/chunk.ts';
import { LegalFooter } from '../../ui/LegalFooter.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { AccountStatus } from '../AccountStatus.tsx';
import { AfterAgreement } from '../AfterAgreement.tsx';
import { MessagesProvider } from '../MessagesProvider.tsx';
import { PageHeader } from '../PageHeader.tsx';
import { QueryProvider, useHeaderRefresh } from '../QueryProvider.tsx';
import { SkipLink } from '../SkipLink.tsx';
import { useLiveNotices } from '../use-live-notices.ts';
import { walletMenuFor } from './menu.ts';
import { WalletBottomBar } from './WalletBottomBar.tsx';

const ActiveCurrencies = lazy(async () => ({
  default: (await loadChunk(import('../../accounts/wallet/ActiveCurrencies.tsx'))).ActiveCurrencies,
}));

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
  const t = useTranslations('shell');
  const session = useSession();
  useLiveNotices(session);
  useHeaderRefresh();
  const currencies = useTranslations('wallet.currencies');
  const menu = useScrollToCurrent();
  return (
    <div className="flex min-h-dvh flex-col pb-[calc(4rem+env(safe-area-inset-bottom))] lg:pb-0">
      <SkipLink />
      <PageHeader
        notifications={paths.walletNotification}
        leading={
          <Link to={paths.home} aria-label={brand.name} className="rounded-small">
            <Logo />
          </Link>
        }
      />
      <div className="page-width mx-auto flex-1 py-5">
        <CustomerLine />
        <section aria-label={currencies('label')} className="mb-3 min-h-15">
          <Suspense>
            <ActiveCurrencies />
          </Suspense>
        </section>
        <nav
          ref={menu}
          aria-label={t('mainMenu')}
          className="mb-6 hidden overflow-x-auto border-b border-line lg:block"
        >
          <ul className="flex">
            {walletMenuFor(session).map(({ path, label }) => (
              <li key={path}>
                <Link
                  to={path}
                  className={`flex min-h-11 items-center border-b-2 border-transparent px-3 font-semibold whitespace-nowrap -outline-offset-3 aria-[current=page]:border-brand aria-[current=page]:text-brand-text ${path === paths.walletUpgrade ? 'text-accent-text' : 'text-text-muted hover:text-text'}`}
                >
                  {t(`walletMenu.${label}`)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <main id="content">
          <AccountStatus />
          <Outlet />
        </main>
      </div>
      <LegalFooter />
      <WalletBottomBar />
    </div>
  );
}

function useScrollToCurrent() {
  const menu = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const current = menu.current?.querySelector(`[href="${pathname}"]`);
    current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [pathname]);
  return menu;
}

function CustomerLine() {
  const t = useTranslations();
  const { user, kycVerified } = useSession();
  const { data } = useKycState(!kycVerified);
  const status = kycVerified ? 'approved' : data?.status;
  return (
    <section
      aria-label={t('shell.customer')}
      className="mb-3 flex flex-wrap items-center gap-x-5 gap-y-1 text-small text-text-muted"
    >
      <span>{user.name}</span>
      <span className="flex items-center gap-1">
        {t('shell.memberCode')} <strong className="figures text-text">{user.membercode}</strong>
        <CopyButton label={t('shell.memberCode')} text={user.membercode} />
      </span>
      {status && (
        <StatusPill kind={status.startsWith('approved') ? 'success' : 'danger'}>
          {t('kyc.label', { status: t(`kyc.status.${status}`) })}
        </StatusPill>
      )}
    </section>
  );
}

import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { brand } from '../../kernel/brand.ts';
import { paths } from '../../kernel/paths.ts';
import { useSession } from '../../kernel/session.ts';
import { useKycState } from '../../kyc/kyc.api.ts';
import { IdleGuard } from '../../session/IdleGuard.tsx';
import { CopyButton } from '../../ui/CopyField.tsx';
import { loadInTime } from '../../ui/chunk.ts';
import { LegalFooter } from '../../ui/LegalFooter.tsx';
import { Mark } from '../../ui/Mark.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { AllWords } from '../AllWords.tsx';
import { PageHeader } from '../PageHeader.tsx';
import { SkipLink } from '../SkipLink.tsx';
import { useLive } from '../use-live.ts';
import { useFreshHeader, WithQueries } from '../WithQueries.tsx';
import { walletMenu } from './menu.ts';

const ActiveCurrencies = lazy(async () => ({
  default: (await loadInTime(import('../../wallet/ActiveCurrencies.tsx'))).ActiveCurrencies,
}));

export const WalletLayout = () => (
  <WithQueries>
    <AllWords>
      <IdleGuard>
        <WalletFrame />
      </IdleGuard>
    </AllWords>
  </WithQueries>
);

function WalletFrame() {
  const t = useTranslations('shell');
  const session = useSession();
  useLive(session);
  useFreshHeader();
  const menu = useCurrentInSight();
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <PageHeader
        notifications={paths.walletNotification}
        leading={
          <Link to={paths.home} aria-label={brand.name} className="rounded-small">
            <Mark />
          </Link>
        }
      />
      <div className="page-width mx-auto flex-1 py-5">
        <CustomerLine />
        <div className="mb-3 min-h-15">
          <Suspense>
            <ActiveCurrencies />
          </Suspense>
        </div>
        <nav ref={menu} aria-label={t('mainMenu')} className="mb-6 overflow-x-auto border-b border-line">
          <ul className="flex">
            {walletMenu(session).map(({ path, label }) => (
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
          <Outlet />
        </main>
      </div>
      <LegalFooter />
    </div>
  );
}

function useCurrentInSight() {
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

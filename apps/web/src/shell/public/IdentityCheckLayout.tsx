import { Link, Outlet, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { IdleGuard } from '../../identity/session/IdleGuard.tsx';
import { brand } from '../../platform/brand.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { useSession, useSessionState } from '../../platform/session/session.ts';
import { LegalFooter } from '../../ui/LegalFooter.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { AfterAgreement } from '../AfterAgreement.tsx';
import { ContactRecovery } from '../ContactRecovery.tsx';
import { QueryProvider } from '../QueryProvider.tsx';
import { useLiveNotices } from '../use-live-notices.ts';

/** The link of a director or owner carries its own proof, so a session in this browser does not matter. */
const isPersonLink = (hash: string): boolean => new URLSearchParams(hash).has('person');

export function IdentityCheckLayout() {
  const { hash } = useLocation();
  const { status } = useSessionState();
  return (
    <QueryProvider>
      {status === 'in' && !isPersonLink(hash) ? <SignedInCheck /> : <CheckFrame>{null}</CheckFrame>}
    </QueryProvider>
  );
}

const SignedInCheck = () => (
  <IdleGuard>
    <AfterAgreement>
      <LiveCheck />
    </AfterAgreement>
  </IdleGuard>
);

function LiveCheck() {
  const session = useSession();
  useLiveNotices(session);
  return (
    <CheckFrame notice={<ContactRecovery />}>
      <CustomerName />
    </CheckFrame>
  );
}

const CheckFrame = ({ children, notice }: { children: ReactNode; notice?: ReactNode }) => (
  <div className="flex min-h-dvh flex-col">
    <header className="border-b border-line">
      <div className="flex h-16 items-center justify-between gap-4 px-4 lg:px-8">
        <Link to={paths.home} className="flex items-center gap-2.5 rounded-small text-h2 font-bold">
          <Logo />
          {brand.name}
        </Link>
        {children}
      </div>
    </header>
    <main className="mx-auto w-full max-w-[1048px] flex-1 px-4 py-8">
      {notice}
      <Outlet />
    </main>
    <LegalFooter />
  </div>
);

/** Logging out is always within reach, also for customers who are not verified. */
function CustomerName() {
  const t = useTranslations('shell');
  const { user } = useSession();
  return (
    <div className="flex min-w-0 items-center gap-5 text-small">
      <span className="truncate text-text-muted max-sm:hidden">
        {user.name} · {user.membercode}
      </span>
      <Link
        to={paths.logout}
        className="shrink-0 rounded-small text-body font-semibold text-brand-text underline-offset-4 hover:underline"
      >
        {t('logout')}
      </Link>
    </div>
  );
}

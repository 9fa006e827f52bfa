import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { IdleGuard } from '../../identity/session/IdleGuard.tsx';
import { brand } from '../../platform/brand.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { useSession } from '../../platform/session/session.ts';
import { LegalFooter } from '../../ui/LegalFooter.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
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
import { useLiveNotices } from '../use-live-notices.ts';
import { BalanceStrip } from './BalanceStrip.tsx';
import { BottomBar } from './BottomBar.tsx';
import { MenuLink } from './MenuLink.tsx';
import { menuFor } from './menu.ts';
import { PageFilters } from './PageFilters.tsx';
import { PageWithRoleNotice } from './PageWithRoleNotice.tsx';

export const PlusLayout = () => (
  <QueryProvider>
    <MessagesProvider>
      <IdleGuard>
        <AfterAgreement>
          <PlusFrame />
        </AfterAgreement>
      </IdleGuard>
    </MessagesProvider>
  </QueryProvider>
);

function PlusFrame() {
  const t = useTranslations('shell');
  const session = useSession();
  useLiveNotices(session);
  useHeaderRefresh();
  return (
    <div className="lg:grid lg:grid-cols-[248px_minmax(0,1fr)]">
      <SkipLink />
      <aside className="sticky top-0 hidden h-dvh flex-col overflow-y-auto border-r border-line lg:flex">
        <div className="flex h-16 shrink-0 items-center gap-2.5 px-5">
          <Link to={paths.dashboard} className="flex items-center gap-2.5 rounded-small text-h2 font-bold">
            <Logo />
            {brand.name}
          </Link>
          <StatusPill kind="accent">{t('plus')}</StatusPill>
        </div>
        <nav aria-label={t('mainMenu')} className="grid gap-5 px-3 pt-1.5 pb-6">
          {menuFor(session).map((items) => (
            <ul key={items[0]?.path} className="grid gap-0.5">
              {items.map((item) => (
                <MenuLink key={item.path} item={item} />
              ))}
            </ul>
          ))}
        </nav>
      </aside>
      <div className="flex min-h-dvh min-w-0 flex-col pb-[calc(4rem+env(safe-area-inset-bottom))] lg:pb-0">
        <PageHeader notifications={paths.notification} help={paths.help} search={<SearchButton />} />
        <main id="content" className="page-width flex-1 py-6">
          <BalanceStrip />
          <ServiceNotices />
          <ContactRecovery />
          <MemberCheck />
          <AccountStatus />
          <PageFilters />
          <PageWithRoleNotice />
        </main>
        <LegalFooter />
      </div>
      <BottomBar />
    </div>
  );
}

import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { brand } from '../../kernel/brand.ts';
import { paths } from '../../kernel/paths.ts';
import { useSession } from '../../kernel/session.ts';
import { IdleGuard } from '../../session/IdleGuard.tsx';
import { LegalFooter } from '../../ui/LegalFooter.tsx';
import { Mark } from '../../ui/Mark.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { AllWords } from '../AllWords.tsx';
import { PageHeader } from '../PageHeader.tsx';
import { SkipLink } from '../SkipLink.tsx';
import { useLive } from '../use-live.ts';
import { useFreshHeader, WithQueries } from '../WithQueries.tsx';
import { BalanceStrip } from './BalanceStrip.tsx';
import { BottomBar } from './BottomBar.tsx';
import { menuFor } from './menu.ts';
import { PageForRole } from './PageForRole.tsx';
import { SideItem } from './SideItem.tsx';

export const PlusLayout = () => (
  <WithQueries>
    <AllWords>
      <IdleGuard>
        <PlusFrame />
      </IdleGuard>
    </AllWords>
  </WithQueries>
);

function PlusFrame() {
  const t = useTranslations('shell');
  const session = useSession();
  useLive(session);
  useFreshHeader();
  return (
    <div className="lg:grid lg:grid-cols-[248px_minmax(0,1fr)]">
      <SkipLink />
      <aside className="sticky top-0 hidden h-dvh flex-col overflow-y-auto border-r border-line lg:flex">
        <div className="flex h-16 shrink-0 items-center gap-2.5 px-5">
          <Link to={paths.dashboard} className="flex items-center gap-2.5 rounded-small text-h2 font-bold">
            <Mark />
            {brand.name}
          </Link>
          <StatusPill kind="accent">{t('plus')}</StatusPill>
        </div>
        <nav aria-label={t('mainMenu')} className="grid gap-5 px-3 pt-1.5 pb-6">
          {menuFor(session).map((items) => (
            <ul key={items[0]?.path} className="grid gap-0.5">
              {items.map((item) => (
                <SideItem key={item.path} item={item} />
              ))}
            </ul>
          ))}
        </nav>
      </aside>
      <div className="flex min-h-dvh min-w-0 flex-col pb-[calc(4rem+env(safe-area-inset-bottom))] lg:pb-0">
        <PageHeader notifications={paths.notification} />
        <main id="content" className="page-width flex-1 py-6">
          <BalanceStrip />
          <PageForRole />
        </main>
        <LegalFooter />
      </div>
      <BottomBar />
    </div>
  );
}

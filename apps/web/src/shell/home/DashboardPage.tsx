import { lazy, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { AccountsBlock } from '../../accounts/bank-account/AccountsBlock.tsx';
import { useAccounts } from '../../accounts/bank-account/bank-account.tsx';
import { RecentActivity } from '../../accounts/statement/statement.tsx';
import { ReviewInvitation } from '../../customers/public-review/public-review.tsx';
import { RateCard } from '../../fx/rate/rate.tsx';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { useSession } from '../../platform/session/session.ts';
import { loadChunk } from '../../ui/chunk.ts';
import { FreeTransfersCard } from './FreeTransfersCard.tsx';
import { ToDoCard } from './ToDoCard.tsx';

const CardsOnly = lazy(async () => ({ default: (await loadChunk(import('./CardsOnly.tsx'))).CardsOnly }));

export function DashboardPage() {
  const t = useTranslations('bankAccount');
  useSetPageTitle(t('home'));
  const { user, reviewState, visit, feature } = useSession();
  const { accessRole } = user;
  const accounts = useAccounts();
  return (
    <div className="grid gap-6">
      {accessRole.statement ? (
        <AccountsBlock />
      ) : (
        <Suspense>
          <CardsOnly hasCard={accessRole.card && feature.card} />
        </Suspense>
      )}
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_320px]">
        <div className="grid items-start gap-4 md:grid-cols-2 xl:col-start-2 xl:grid-cols-1">
          <ToDoCard />
          {accessRole.payment && <FreeTransfersCard />}
          <Suspense>{reviewState === 'due' && !visit && <ReviewInvitation />}</Suspense>
        </div>
        <div className="grid min-w-0 gap-6 xl:col-start-1 xl:row-start-1">
          {accessRole.statement && <RecentActivity emptyText={t('noActivity')} withStatement />}
          <RateCard heldCurrencies={accounts.data?.map(({ currency }) => currency)} />
        </div>
      </div>
    </div>
  );
}

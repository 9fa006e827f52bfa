import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { RecentActivity } from '../../accounts/statement/statement.tsx';
import { WalletsCard } from '../../accounts/wallet/WalletsCard.tsx';
import { walletsQuery } from '../../accounts/wallet/wallet.api.ts';
import { ReviewInvitation } from '../../customers/public-review/public-review.tsx';
import { RateCard } from '../../fx/rate/rate.tsx';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { useSession } from '../../platform/session/session.ts';

export function WalletDashboardPage() {
  const t = useTranslations('wallet');
  useSetPageTitle(t('title'));
  const { user, reviewState, visit } = useSession();
  const wallets = useQuery(walletsQuery);
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_360px]">
      <div className="grid gap-6 lg:col-start-2">
        <WalletsCard />
        <Suspense>{reviewState === 'due' && !visit && <ReviewInvitation />}</Suspense>
      </div>
      <div className="grid min-w-0 gap-6 lg:col-start-1 lg:row-start-1">
        <RateCard heldCurrencies={wallets.data?.map(({ currency }) => currency)} />
        {user.accessRole.statement && <RecentActivity emptyText={t('noActivity')} withStatement={false} />}
      </div>
    </div>
  );
}

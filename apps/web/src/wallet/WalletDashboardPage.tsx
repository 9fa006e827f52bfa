import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { usePage } from '../kernel/page.ts';
import { RateCard } from '../rate/rate.tsx';
import { RecentActivity } from '../statement/statement.tsx';
import { WalletsCard } from './WalletsCard.tsx';
import { walletsQuery } from './wallet.api.ts';

export function WalletDashboardPage() {
  const t = useTranslations('wallet');
  usePage(t('title'));
  const wallets = useQuery(walletsQuery);
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_360px]">
      <div className="lg:col-start-2">
        <WalletsCard />
      </div>
      <div className="grid min-w-0 gap-6 lg:col-start-1 lg:row-start-1">
        <RateCard held={wallets.data?.map(({ currency }) => currency)} />
        <RecentActivity emptyText={t('noActivity')} withStatement={false} />
      </div>
    </div>
  );
}

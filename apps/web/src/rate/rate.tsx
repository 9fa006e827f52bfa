import { lazy, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { navigation } from '../kernel/navigation.ts';
import { paths } from '../kernel/paths.ts';
import { useSession } from '../kernel/session.ts';
import { Card } from '../ui/Card.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

/** Its scales and its drawing come after the first paint: no page waits for them. */
const RateChart = lazy(async () => ({ default: (await import('./RateChart.tsx')).RateChart }));

/** The rate widget of a signed-in customer, with the way to the better rate where there is one. */
export function RateCard() {
  const t = useTranslations('rate');
  const { userType, feature } = useSession();
  const isWallet = userType === 'wallet';
  const mayUpgrade = isWallet && feature.upgrade && navigation.isBuilt(paths.walletUpgrade);
  return (
    <Card title={t('title')}>
      <div className="min-h-105">
        <Suspense fallback={<Skeleton shape="chart" />}>
          <RateChart showPlus={!isWallet || feature.upgrade} offerUpgrade={mayUpgrade} />
        </Suspense>
      </div>
    </Card>
  );
}

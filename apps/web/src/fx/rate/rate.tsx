import type { Currency } from '@larkmere/money/money';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, lazy, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { navigation } from '../../platform/navigation/navigation.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { useSession } from '../../platform/session/session.ts';
import { Card } from '../../ui/Card.tsx';
import { loadChunk } from '../../ui/chunk.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { plusOffer } from './plus-offer.ts';
import { chartQuery, latestQuery } from './rate.api.ts';
import { pointText } from './rate-text.ts';
import type { TargetRateField } from './TargetRateField.tsx';
import { defaultChoice } from './use-rate-chart.ts';

export { chartCurrencies } from './chart-currencies.ts';
export { useCustomerRate } from './use-customer-rate.ts';

/** Loaded after the first paint: the chart library is large. */
const RateChart = lazy(async () => ({ default: (await loadChunk(import('./RateChart.tsx'))).RateChart }));

type Props = {
  pair?: { from: Currency; to: Currency };
  heldCurrencies?: readonly string[] | undefined;
};

export function RateCard({ pair, heldCurrencies }: Props) {
  const t = useTranslations('rate');
  const session = useSession();
  const isWallet = session.userType === 'wallet';
  const { showPlus, offerUpgrade } = plusOffer(session);
  return (
    <Card title={t('title')}>
      <div className="min-h-105">
        <Suspense fallback={<Skeleton shape="chart" />}>
          <RateChart
            key={pair && `${pair.from} ${pair.to}`}
            first={{ ...defaultChoice, ...pair }}
            heldCurrencies={heldCurrencies}
            showPlus={showPlus}
            tier={isWallet ? 'wallet' : 'plus'}
            offerUpgrade={offerUpgrade && navigation.isBuilt(paths.walletUpgrade)}
            {...(session.user.accessRole.autofx && {
              alertFor: isWallet ? paths.walletRateAlertFor : paths.rateAlertFor,
            })}
          />
        </Suspense>
      </div>
    </Card>
  );
}

const LazyTargetRateField = lazy(async () => ({
  default: (await loadChunk(import('./TargetRateField.tsx'))).TargetRateField,
}));

export const TargetField = (props: ComponentProps<typeof TargetRateField>) => (
  <Suspense fallback={<Skeleton shape="row" />}>
    <LazyTargetRateField {...props} />
  </Suspense>
);

const LazyFarTargetDialog = lazy(async () => ({
  default: (await loadChunk(import('./FarTargetDialog.tsx'))).FarTargetDialog,
}));

/** Asks whether a target far from the rate of now is meant. */
export const FarTargetDialog = (props: ComponentProps<typeof LazyFarTargetDialog>) => (
  <Suspense>
    <LazyFarTargetDialog {...props} />
  </Suspense>
);

export function usePlusRateAt(from: Currency, to: Currency, at: Date | undefined): RateBeforeAndNow | undefined {
  const enabled = at !== undefined;
  const { data: chart } = useQuery({ ...chartQuery({ from, to, timeframe: '5M' }, 0), enabled });
  const { data: latest } = useQuery({ ...latestQuery(from, to), enabled });
  const point = at && chart?.data.plus.findLast(({ datetime }) => new Date(datetime) <= at);
  if (!point || !latest || latest.stale) return undefined;
  return { before: pointText(point.close, { from, to }), now: pointText(latest.plus, { from, to }) };
}

type RateBeforeAndNow = Readonly<{ before: string; now: string }>;

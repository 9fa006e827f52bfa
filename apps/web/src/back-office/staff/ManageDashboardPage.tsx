import type { DashboardTile } from '@larkmere/contract/back-office/staff';
import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { toAge } from './age.ts';
import { manageDashboardQuery } from './staff.api.ts';

const tileGrid = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-4';

export function ManageDashboardPage() {
  const t = useTranslations('manage.dashboard');
  useSetPageTitle(t('title'));
  const { data, error, isFetching, refetch } = useQuery(manageDashboardQuery);
  const look = () => void refetch();
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-text-muted">{t('intro')}</p>
        <Button kind="secondary" icon={<RotateCw size={18} />} busy={isFetching} onClick={look}>
          {t('refresh')}
        </Button>
      </div>
      {data && (
        <ul className={tileGrid}>
          {data.map((tile) => (
            <li key={tile.key} className="grid">
              <QueueTile tile={tile} />
            </li>
          ))}
        </ul>
      )}
      {error && <ErrorState title={t('failed')} text={failureText(error)} onRetry={look} />}
      {!data && !error && <Skeleton shape="chart" count={7} className={tileGrid} />}
    </div>
  );
}

function QueueTile({ tile: { title, count, oldestMinutes, value } }: { tile: DashboardTile }) {
  const t = useTranslations('manage.dashboard');
  const age = oldestMinutes === null ? undefined : toAge(oldestMinutes);
  return (
    <Card title={title}>
      <p className={`figures text-figure font-bold ${count === 0 ? 'text-text-muted' : ''}`}>{count}</p>
      <p className="mt-1 text-small text-text-muted">
        {age ? t('oldest', { age: t(age.unit, { count: age.count }) }) : t('nothing')}
      </p>
      {value.map((sum) => (
        <p key={sum.currency} className="mt-2 font-semibold">
          <MoneyAmount value={sum} />
        </p>
      ))}
    </Card>
  );
}

import { allows } from '@larkmere/contract/back-office/permissions';
import type { DashboardTile } from '@larkmere/contract/back-office/staff';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { useStaffSession } from '../../platform/session/staff-session.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ageClass, Liveness, toAge } from '../parts/parts.ts';
import { ReviewToday } from './ReviewToday.tsx';
import { manageDashboardQuery } from './staff.api.ts';

const tileGrid = 'grid gap-3 sm:grid-cols-2 xl:grid-cols-4';
const liveMs = 10_000;

/** First what this role decides, then what waits for others. Counts follow the work until they are paused. */
export function ManageDashboardPage() {
  const t = useTranslations('manage.dashboard');
  useSetPageTitle(t('title'));
  const [isPaused, setPaused] = useState(false);
  const refetchInterval = isPaused ? false : liveMs;
  const seesReviews = allows(useStaffSession().permissions, ['payment_review', 'view']);
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    ...manageDashboardQuery,
    refetchInterval,
  });
  if (!data)
    return error ? (
      <ErrorState title={t('failed')} text={failureText(error)} onRetry={() => void refetch()} />
    ) : (
      <Skeleton shape="chart" count={8} className={tileGrid} />
    );
  const own = data.filter(({ isOwn }) => isOwn);
  const others = data.filter(({ isOwn }) => !isOwn);
  return (
    <div className="grid gap-6">
      <section aria-labelledby="own" className="grid gap-3">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="own" className="text-h2 font-bold">
            {t('own')}
          </h2>
          <Liveness at={dataUpdatedAt} isFailing={error !== null} isPaused={isPaused} onPause={setPaused} />
        </div>
        {own.length === 0 ? (
          <EmptyState title={t('nothingOwn')} />
        ) : (
          <ul className={tileGrid}>
            {own.map((tile) => (
              <li key={tile.key} className="grid">
                <QueueTile tile={tile} />
              </li>
            ))}
          </ul>
        )}
      </section>
      <div className={`grid items-start gap-4 ${seesReviews ? 'xl:grid-cols-[minmax(0,1fr)_18rem]' : ''}`}>
        {others.length > 0 && <OtherTeams tiles={others} />}
        {seesReviews && <ReviewToday refetchInterval={refetchInterval} />}
      </div>
    </div>
  );
}

function Oldest({ minutes }: { minutes: number | null }) {
  const t = useTranslations('manage.dashboard');
  if (minutes === null) return <span className="text-text-muted">{t('nothing')}</span>;
  const age = toAge(minutes);
  return <span className={ageClass(minutes)}>{t('oldest', { age: t(age.unit, { count: age.count }) })}</span>;
}

function QueueTile({ tile }: { tile: DashboardTile }) {
  const { title, count, oldestMinutes, value, link } = tile;
  const content = (
    <Card className={link ? 'h-full transition-colors hover:border-brand' : 'h-full'}>
      <h3 className="font-semibold">{title}</h3>
      <div className="mt-1 flex items-end justify-between gap-3">
        <p className={`figures text-figure font-bold ${count === 0 ? 'text-text-muted' : ''}`}>{count}</p>
        <p className="grid justify-items-end text-small font-semibold">
          {value.map((sum) => (
            <MoneyAmount key={sum.currency} value={sum} />
          ))}
        </p>
      </div>
      <p className="mt-1 text-small">
        <Oldest minutes={oldestMinutes} />
      </p>
    </Card>
  );
  const [to = '', tab] = link?.split('?tab=') ?? [];
  return link ? (
    <Link to={to} search={tab ? { tab } : {}} className="grid rounded-card">
      {content}
    </Link>
  ) : (
    content
  );
}

function OtherTeams({ tiles }: { tiles: readonly DashboardTile[] }) {
  const t = useTranslations('manage.dashboard');
  const areas = useTranslations('manageRoles.area');
  return (
    <Card title={t('others')}>
      <ul className="grid gap-x-8 md:grid-cols-2">
        {tiles.map(({ key, title, area, count, oldestMinutes }) => (
          <li key={key} className="flex items-center justify-between gap-3 border-t border-line py-2.5 text-small">
            <span className="grid">
              <span className="font-semibold">{title}</span>
              <span className="text-caption text-text-muted">{areas(area)}</span>
            </span>
            <span className="grid justify-items-end">
              <span className={`figures font-semibold ${count === 0 ? 'text-text-muted' : ''}`}>{count}</span>
              <span className="text-caption">
                <Oldest minutes={oldestMinutes} />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

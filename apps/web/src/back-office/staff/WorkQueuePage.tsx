import type { WorkQueueItem } from '@larkmere/contract/back-office/staff';
import { type WorkQueueKey, workQueues } from '@larkmere/contract/back-office/work-queues';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useParams } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { useSetPageTitle } from '../../platform/navigation/page.ts';
import { paths } from '../../platform/navigation/paths.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { MoneyAmount } from '../../ui/MoneyAmount.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { ageClass, Liveness, StaffTable, staffPaths, toAge } from '../parts/parts.ts';
import { workQueueQuery } from './staff.api.ts';

const liveMs = 10_000;

/** What waits at one stopping point, over all customers. Each item opens where it is decided. */
export function WorkQueuePage() {
  const { key = '' }: { key?: string } = useParams({ strict: false });
  return key === 'payments_held' ? (
    <Navigate to={staffPaths.review} replace />
  ) : (
    <QueueList queue={key as WorkQueueKey} />
  );
}

function QueueList({ queue }: { queue: WorkQueueKey }) {
  const t = useTranslations('manage.queue');
  const [isPaused, setPaused] = useState(false);
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    ...workQueueQuery(queue),
    refetchInterval: isPaused ? false : liveMs,
  });
  useSetPageTitle(data?.title ?? '');
  if (!data && error)
    return <ErrorState title={t('failed')} text={failureText(error)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton shape="row" count={6} />;
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Link
          to={paths.manageDashboard}
          className="inline-flex items-center gap-1 font-semibold text-brand hover:underline"
        >
          <ArrowLeft size={16} />
          {t('back')}
        </Link>
        <Liveness at={dataUpdatedAt} isFailing={error !== null} isPaused={isPaused} onPause={setPaused} />
      </div>
      {data.items.length === 0 ? (
        <EmptyState title={t('none')}>{t('noneText')}</EmptyState>
      ) : (
        <Card flush>
          <QueueTable queue={queue} title={data.title} items={data.items} now={dataUpdatedAt} />
        </Card>
      )}
      {data.hasMore && <p className="text-small text-text-muted">{t('more', { count: String(data.items.length) })}</p>}
    </div>
  );
}

type TableProps = { queue: WorkQueueKey; title: string; items: readonly WorkQueueItem[]; now: number };

function QueueTable({ queue, title, items, now }: TableProps) {
  const t = useTranslations('manage.queue');
  const hasValues = items.some(({ value }) => value !== null);
  const amount = {
    key: 'value',
    title: t('column.value'),
    isNumber: true,
    cell: ({ value }: WorkQueueItem) => value && <MoneyAmount value={value} />,
  };
  return (
    <StaffTable<WorkQueueItem>
      caption={title}
      rows={items}
      keyOf={({ since, subject, customer }) => `${since} ${subject} ${customer?.uid}`}
      columns={[
        {
          key: 'customer',
          title: t('column.customer'),
          cell: ({ customer }) => <Customer queue={queue} customer={customer} />,
        },
        {
          key: 'subject',
          title: t('column.subject'),
          cell: ({ subject }) => <span className="wrap-anywhere">{subject ?? '–'}</span>,
        },
        ...(hasValues ? [amount] : []),
        {
          key: 'since',
          title: t('column.since'),
          isNumber: true,
          cell: ({ since }) => <Age since={since} now={now} />,
        },
      ]}
    />
  );
}

function Customer({ queue, customer }: { queue: WorkQueueKey; customer: WorkQueueItem['customer'] }) {
  const t = useTranslations('manage.queue');
  const { tab } = workQueues[queue];
  if (!customer) return <span className="text-text-muted">{t('noCustomer')}</span>;
  return (
    <span className="grid">
      <Link
        to={staffPaths.customer(customer.uid)}
        search={tab ? { tab } : {}}
        className="font-semibold text-brand hover:underline"
      >
        {customer.name}
      </Link>
      <span className="figures text-caption text-text-muted">{customer.memberCode}</span>
    </span>
  );
}

function Age({ since, now }: { since: string; now: number }) {
  const t = useTranslations('manage.dashboard');
  const { at } = useDateTimeTexts();
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / 60_000));
  const age = toAge(minutes);
  return (
    <span className="grid whitespace-nowrap">
      <span className={ageClass(minutes)}>{t(age.unit, { count: age.count })}</span>
      <span className="text-caption text-text-muted">{at(since)}</span>
    </span>
  );
}

import type { WorkQueueKey } from '@larkmere/contract/back-office/work-queues';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { manageDashboardQuery } from '../../back-office/staff/staff.api.ts';

const liveMs = 10_000;

/** How many wait on a page of the menu, from the same call as the tiles of the dashboard. */
export function WaitingCount({ tile }: { tile: WorkQueueKey }) {
  const t = useTranslations('manage.nav');
  const { data } = useQuery({ ...manageDashboardQuery, refetchInterval: liveMs });
  const count = data?.find(({ key }) => key === tile)?.count ?? 0;
  if (count === 0) return null;
  return (
    <span className="figures ml-auto font-semibold text-text">
      <span aria-hidden>{count}</span>
      <span className="sr-only">{t('waiting', { count: String(count) })}</span>
    </span>
  );
}

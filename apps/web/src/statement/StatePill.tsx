import type { Reply } from '@larkmere/contract/endpoint';
import type { activity } from '@larkmere/contract/statement';
import { Clock } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { StatusPill } from '../ui/StatusPill.tsx';

export type ActivityItem = Reply<typeof activity>[number];

const ended = { returned: 'warning', rejected: 'danger', failed: 'danger', cancelled: 'neutral' } as const;
const onTheWay = ['ready', 'submitted', 'sent'] as const;

/** Where a payment is that has not simply arrived; nothing for all the others. */
export function StatePill({ item: { direction, state } }: { item: Pick<ActivityItem, 'direction' | 'state'> }) {
  const t = useTranslations('statement.state');
  if (direction === 'in') return null;
  const running = onTheWay.find((name) => name === state);
  if (running) {
    return (
      <StatusPill kind="info" icon={<Clock size={14} />}>
        {t(running)}
      </StatusPill>
    );
  }
  const end = (Object.keys(ended) as (keyof typeof ended)[]).find((name) => name === state);
  return end && <StatusPill kind={ended[end]}>{t(end)}</StatusPill>;
}

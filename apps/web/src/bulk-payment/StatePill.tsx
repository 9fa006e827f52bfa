import type { BulkRowState } from '@larkmere/contract/bulk-payment';
import { useTranslations } from 'use-intl';
import type { Kind } from '../ui/kinds.tsx';
import { StatusPill } from '../ui/StatusPill.tsx';

const kinds: Record<BulkRowState, Kind> = {
  faulty: 'warning',
  doubtful: 'warning',
  checking: 'info',
  ready: 'info',
  awaiting_approval: 'warning',
  refused: 'danger',
  released: 'info',
  paid: 'success',
  left_out: 'neutral',
};

export const states = Object.keys(kinds) as BulkRowState[];

export function StatePill({ state, count }: { state: BulkRowState; count: number }) {
  const t = useTranslations('bulkPayment.state');
  return (
    <StatusPill kind={kinds[state]}>
      {t(state)} {count}
    </StatusPill>
  );
}

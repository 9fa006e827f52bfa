import type { BulkRowState } from '@larkmere/contract/payments/bulk';
import { useTranslations } from 'use-intl';
import { StatusPill } from '../../ui/StatusPill.tsx';
import type { StatusKind } from '../../ui/status-kind.tsx';

const kinds: Record<BulkRowState, StatusKind> = {
  faulty: 'warning',
  doubtful: 'warning',
  checking: 'info',
  ready: 'info',
  awaiting_approval: 'warning',
  refused: 'danger',
  released: 'info',
  scheduled: 'info',
  paid: 'success',
  left_out: 'neutral',
};

export const rowStates = Object.keys(kinds) as BulkRowState[];

export function RowStatusPill({ state, count }: { state: BulkRowState; count: number }) {
  const t = useTranslations('bulkPayment.state');
  return (
    <StatusPill kind={kinds[state]}>
      {t(state)} {count}
    </StatusPill>
  );
}

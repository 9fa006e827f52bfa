import type { OccurrenceState, StandingOrderState } from '@larkmere/contract/payments/standing-order-terms';
import { useTranslations } from 'use-intl';
import { StatusPill } from '../../ui/StatusPill.tsx';
import type { StatusKind } from '../../ui/status-kind.tsx';

const kinds: Record<StandingOrderState, StatusKind> = {
  pending_approval: 'warning',
  active: 'success',
  paused: 'neutral',
  completed: 'neutral',
  cancelled: 'neutral',
  blocked: 'danger',
};

export function StandingOrderStatus({ state }: { state: StandingOrderState }) {
  const t = useTranslations('standingOrder.state');
  return <StatusPill kind={kinds[state]}>{t(state)}</StatusPill>;
}

const dateKinds: Record<OccurrenceState, StatusKind> = {
  upcoming: 'info',
  due: 'info',
  retrying: 'warning',
  held_fx: 'warning',
  paid: 'success',
  failed: 'danger',
  skipped: 'neutral',
};

export function DateStatus({ state }: { state: OccurrenceState }) {
  const t = useTranslations('standingOrder.dateState');
  return <StatusPill kind={dateKinds[state]}>{t(state)}</StatusPill>;
}

export const isFinal = (state: StandingOrderState): boolean => state === 'completed' || state === 'cancelled';

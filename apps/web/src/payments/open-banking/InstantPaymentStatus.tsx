import type { InstantPaymentState } from '@larkmere/contract/payments/open-banking';
import { Clock } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { StatusPill } from '../../ui/StatusPill.tsx';
import type { StatusKind } from '../../ui/status-kind.tsx';

const kinds: Record<InstantPaymentState, StatusKind> = {
  created: 'info',
  awaiting_authorisation: 'warning',
  authorised: 'info',
  submitted: 'info',
  accepted: 'info',
  credited: 'success',
  rejected: 'danger',
  cancelled: 'neutral',
  expired: 'neutral',
  unknown: 'warning',
};

export function InstantPaymentStatus({ state }: { state: InstantPaymentState }) {
  const t = useTranslations('instantPayment.state');
  const kind = kinds[state];
  return (
    <StatusPill kind={kind} icon={kind === 'info' && <Clock size={14} />}>
      {t(state)}
    </StatusPill>
  );
}

import type { PaymentState } from '@larkmere/contract/payment';
import { useTranslations } from 'use-intl';
import type { Kind } from '../ui/kinds.tsx';
import { StatusPill } from '../ui/StatusPill.tsx';

const kinds: Record<PaymentState, Kind> = {
  ready: 'info',
  submitted: 'info',
  sent: 'info',
  completed: 'success',
  returned: 'danger',
  rejected: 'danger',
  failed: 'danger',
  cancelled: 'neutral',
};

/** One wording and one colour for each state, wherever a payment is listed. */
export function PaymentStatus({ state }: { state: PaymentState }) {
  const t = useTranslations('payment.status');
  return <StatusPill kind={kinds[state]}>{t(state)}</StatusPill>;
}

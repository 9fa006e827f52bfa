import type { activity } from '@larkmere/contract/accounts/statement';
import type { PaymentState } from '@larkmere/contract/payments/payment';
import type { Reply } from '@larkmere/contract/platform/endpoint';
import { useTranslations } from 'use-intl';
import { PaymentStatus } from '../../payments/payment/payment.tsx';

export type ActivityItem = Reply<typeof activity>[number];

type Props = { item: Pick<ActivityItem, 'direction' | 'state' | 'pending'> };

/** What a card payment holds has no state of its own. */
export function PaymentStatePill({ item: { direction, state, pending } }: Props) {
  const t = useTranslations('activity');
  if (state === null) return pending && <span className="text-small text-text-muted">{t('pending')}</span>;
  return direction === 'out' && state !== 'completed' && <PaymentStatus state={state as PaymentState} />;
}

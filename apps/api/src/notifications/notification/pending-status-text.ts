import type { PaymentView } from '@larkmere/contract/payments/payment';
import { defaultText } from '@larkmere/messages/format-message';

export type PendingInfo = Pick<PaymentView, 'owner' | 'nextStep' | 'nextUpdateAt' | 'deadlineAt'>;

/** Empty if nothing is pending. */
export function formatPendingStatus({ owner, nextStep, nextUpdateAt: next, deadlineAt }: PendingInfo): string {
  if (!nextStep || !next) return '';
  const nextUpdateAt = new Date(next);
  const times = deadlineAt
    ? defaultText('notice_next_update_and_deadline', { nextUpdateAt, deadlineAt: new Date(deadlineAt) })
    : defaultText('notice_next_update', { nextUpdateAt });
  return [defaultText('notice_owner', { owner }), nextStep, times].filter(Boolean).join(' ');
}

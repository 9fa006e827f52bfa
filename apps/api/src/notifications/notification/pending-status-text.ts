import type { PaymentView } from '@larkmere/contract/payments/payment';

export type PendingInfo = Pick<PaymentView, 'owner' | 'nextStep' | 'nextUpdateAt' | 'deadlineAt'>;

const owners = { you: 'you', team: 'your team', us: 'us', bank: 'the bank', nobody: 'nobody' } as const;

const londonDateTime = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
});
const formatDateTime = (at: string): string => londonDateTime.format(new Date(at));

/** Empty if nothing is pending. */
export function formatPendingStatus({ owner, nextStep, nextUpdateAt, deadlineAt }: PendingInfo): string {
  if (!nextStep || !nextUpdateAt) return '';
  const decided = deadlineAt ? `and it is decided by ${formatDateTime(deadlineAt)}` : 'and it has no last day';
  return `Next, with ${owners[owner]}: ${nextStep} We tell you more by ${formatDateTime(nextUpdateAt)}, ${decided}.`;
}

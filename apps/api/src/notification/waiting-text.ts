import type { PaymentView } from '@larkmere/contract/payment';

export type Waits = Pick<PaymentView, 'owner' | 'nextStep' | 'nextUpdateAt' | 'deadlineAt'>;

const owners = { you: 'you', team: 'your team', us: 'us', bank: 'the bank', nobody: 'nobody' } as const;

const inLondon = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
});
const momentText = (at: string): string => inLondon.format(new Date(at));

/** Empty if nothing is pending. */
export function waitingText({ owner, nextStep, nextUpdateAt, deadlineAt }: Waits): string {
  if (!nextStep || !nextUpdateAt) return '';
  const decided = deadlineAt ? `and it is decided by ${momentText(deadlineAt)}` : 'and it has no last day';
  return `Next, with ${owners[owner]}: ${nextStep} We tell you more by ${momentText(nextUpdateAt)}, ${decided}.`;
}

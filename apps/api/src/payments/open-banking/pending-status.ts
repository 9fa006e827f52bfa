import type { InstantPaymentState } from '@larkmere/contract/payments/open-banking';
import type { PendingStatus } from '@larkmere/contract/platform/pending-status';
import type { InstantPayment } from './open-banking.ts';
import { pollingWindowMs } from './poll-backoff.ts';

type PendingStatusText = Pick<PendingStatus, 'owner' | 'reason' | 'nextStep'>;

/** Null for a final state and after polling has stopped. */
export function toPendingStatus(payment: InstantPayment): PendingStatus | null {
  const said = describePendingStatus(payment);
  if (!said) return null;
  const isAtBank = payment.state === 'created' || payment.state === 'awaiting_authorisation';
  const since = payment.returned_at ?? payment.created_at;
  const end = isAtBank ? payment.expires_at : new Date(since.getTime() + pollingWindowMs);
  const next = payment.next_poll_at && payment.next_poll_at < end ? payment.next_poll_at : end;
  return { ...said, nextUpdateAt: (isAtBank ? end : next).toISOString(), deadlineAt: end.toISOString() };
}

function describePendingStatus({
  state,
  bank_name: bank,
  reason,
  next_poll_at,
}: InstantPayment): PendingStatusText | undefined {
  switch (state as InstantPaymentState) {
    case 'created':
      return { owner: 'bank', reason: `We ask ${bank} for its page. Nothing was paid.`, nextStep: `${bank} answers.` };
    case 'awaiting_authorisation':
      return {
        owner: 'you',
        reason: `${bank} waits for your approval. Nothing was paid.`,
        nextStep: `You approve the payment at ${bank}.`,
      };
    case 'authorised':
      return {
        owner: 'us',
        reason: `You approved the payment at ${bank}.`,
        nextStep: `We have ${bank} make the payment.`,
      };
    case 'submitted':
      return {
        owner: 'bank',
        reason: `${bank} has the payment and has not made it yet.`,
        nextStep: `${bank} makes it.`,
      };
    case 'accepted':
      return {
        owner: 'bank',
        reason: `${bank} says that it has paid. The money is not here yet.`,
        nextStep: 'The money arrives in your account.',
      };
    case 'unknown':
      if (next_poll_at === null) return undefined;
      return {
        owner: 'bank',
        reason: reason ?? `${bank} does not answer.`,
        nextStep: `We keep asking ${bank}, and credit the money when it arrives.`,
      };
    case 'credited':
    case 'rejected':
    case 'cancelled':
    case 'expired':
      return undefined;
  }
}

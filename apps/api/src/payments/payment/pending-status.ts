import type { PaymentState, PaymentView } from '@larkmere/contract/payments/payment';
import { isWaiting, type WaitingState } from '@larkmere/contract/payments/payment-waiting-states';
import type { Payment } from './payment.sql.ts';

export type PendingStatus = Pick<
  PaymentView,
  'owner' | 'reasonCode' | 'reason' | 'nextStep' | 'nextUpdateAt' | 'deadlineAt'
>;
type StatusDefaults = Readonly<{ owner: PendingStatus['owner']; reason: string; nextStep: string }>;

const statusDefaults: Readonly<Record<WaitingState, StatusDefaults>> = {
  awaiting_approval: {
    owner: 'team',
    reason: 'Somebody of your team who did not make this payment has to approve it. The money is set aside.',
    nextStep: 'Your team approves it or sends it back.',
  },
  awaiting_sca: {
    owner: 'you',
    reason: 'You have not confirmed this payment yet. The money is set aside for five minutes.',
    nextStep: 'You confirm it with your PIN.',
  },
  scheduled: {
    owner: 'us',
    reason: 'This payment is for a later day. The money is still yours to use.',
    nextStep: 'We set the money aside on that day and send the payment.',
  },
  awaiting_funds: {
    owner: 'you',
    reason: 'There was not enough money on the day. Nothing was sent.',
    nextStep: 'Add money to the account and we send it.',
  },
  screening: {
    owner: 'us',
    reason: 'We are checking the payment. Your money is set aside and safe.',
    nextStep: 'We finish the check.',
  },
  in_review: {
    owner: 'us',
    reason: 'A person here is looking at this payment. Your money is set aside and safe.',
    nextStep: 'We decide, or ask you a question.',
  },
  info_required: {
    owner: 'you',
    reason: 'We need something from you before we can send this. Your money is set aside and safe.',
    nextStep: 'You answer our question.',
  },
  ready: {
    owner: 'us',
    reason: 'We set the money aside and are handing the payment to the bank.',
    nextStep: 'We hand it to the bank.',
  },
  submitted: {
    owner: 'bank',
    reason: 'The bank has the payment and has not answered yet. The money is still set aside.',
    nextStep: 'The bank accepts it and sends it on.',
  },
  sent: {
    owner: 'bank',
    reason: 'The bank accepted the payment and sends it on.',
    nextStep: 'It arrives in the account of the payee.',
  },
};

const draftStatus = {
  nextStep: 'You change it and send it again, or throw it away. Nothing is set aside for it.',
  nextUpdateAt: null,
  deadlineAt: null,
} as const;

const heldByBank: StatusDefaults = {
  owner: 'bank',
  reason: 'The bank is making extra checks. Your money is set aside and safe.',
  nextStep: 'The bank finishes its checks. You do not need to do anything.',
};

/**
 * Every pending state has an owner, a reason, a next step, a next update and a deadline. An ended payment has only its
 * reason.
 */
export function pendingStatusOf(p: Payment): PendingStatus {
  const state = p.state as PaymentState;
  const { reason } = p;
  const reasonCode = p.reason_code as PendingStatus['reasonCode'];
  if (state === 'draft') return { ...draftStatus, owner: 'you', reasonCode, reason };
  if (!isWaiting(state))
    return { owner: 'nobody', reasonCode, reason, nextStep: null, nextUpdateAt: null, deadlineAt: null };
  const said = p.is_held_for_checks ? heldByBank : statusDefaults[state];
  const deadline = p.deadline_at ?? p.arrival_latest;
  // Enquiries follow an internal schedule; the payer hears of a delay at the deadline.
  const update = state === 'submitted' || state === 'sent' ? deadline : (p.next_update_at ?? deadline);
  return {
    owner: ownerOf(reasonCode) ?? said.owner,
    reasonCode: p.is_held_for_checks ? 'extra_checks' : reasonCode,
    reason: reason ?? said.reason,
    nextStep: p.next_step ?? said.nextStep,
    nextUpdateAt: update.toISOString(),
    deadlineAt: deadline.toISOString(),
  };
}

const ownerOf = (reasonCode: PendingStatus['reasonCode']): PendingStatus['owner'] | undefined =>
  reasonCode === 'documents_needed' ? 'you' : reasonCode === 'vendor_delay' ? 'us' : undefined;

import type { PaymentState, PaymentView } from '@larkmere/contract/payments/payment';
import { canTransition, defineLifecycle, pendingStatus } from '../../platform/lifecycle/lifecycle.ts';
import type { Payment } from './payment.sql.ts';

const deadline = ({ deadline_at, arrival_latest }: Payment): Date => deadline_at ?? arrival_latest;

const draftNextStep = 'You change it and send it again, or throw it away. Nothing is set aside for it.';

export const paymentLifecycle = defineLifecycle({
  table: 'payment.payment',
  action: 'payment',
  entity: 'payment',
  audited: () => ({}),
})<PaymentState, Payment>({
  transitions: {
    draft: { awaiting_approval: 'customer', awaiting_sca: 'customer', cancelled: 'customer' },
    awaiting_approval: { awaiting_sca: 'customer', draft: ['customer', 'system'], expired: 'system' },
    awaiting_sca: { scheduled: 'customer', screening: 'customer', cancelled: 'customer', expired: 'system' },
    scheduled: { awaiting_funds: 'system', screening: 'system', cancelled: 'customer' },
    awaiting_funds: { screening: 'system', cancelled: 'customer', expired: 'system' },
    screening: { ready: 'system', in_review: 'system', rejected: 'system', cancelled: 'customer' },
    in_review: {
      ready: ['staff', 'system'],
      info_required: ['staff', 'system'],
      // A bank can execute an instruction that it had rejected before.
      sent: 'staff',
      rejected: ['staff', 'system'],
      cancelled: 'customer',
    },
    info_required: { in_review: ['customer', 'staff', 'system'], expired: 'system', cancelled: 'customer' },
    ready: { submitted: 'system', cancelled: 'customer', in_review: ['staff', 'system'] },
    submitted: { sent: 'bank', failed: 'bank', rejected: 'bank', in_review: 'bank' },
    sent: { completed: 'bank', returned: 'bank' },
    completed: { returned: 'bank' },
    returned: {},
    rejected: {},
    failed: {},
    cancelled: {},
    expired: {},
  },
  deadline,
  nextUpdate: (payment) => payment.next_update_at ?? deadline(payment),
  waiting: {
    draft: {
      owner: 'you',
      reason: ({ reason }) => reason ?? '',
      nextStep: draftNextStep,
      deadline: 'only the customer acts on a draft',
    },
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
      deadline, // enquiries follow an internal schedule; the payer hears of a delay at the deadline
    },
    sent: {
      owner: 'bank',
      reason: 'The bank accepted the payment and sends it on.',
      nextStep: 'It arrives in the account of the payee.',
      deadline, // enquiries follow an internal schedule; the payer hears of a delay at the deadline
    },
  },
});

/** Not while the bank claims that it executed a rejected attempt. */
export const canBeCancelled = (payment: Readonly<{ state: string; status_conflict_at: Date | null }>): boolean =>
  payment.status_conflict_at === null && canTransition(paymentLifecycle, payment.state as PaymentState, 'cancelled');

const statesWithHold: readonly PaymentState[] = [
  'awaiting_approval',
  'awaiting_sca',
  'screening',
  'in_review',
  'info_required',
  'ready',
  'submitted',
];

export const holdsMoney = (state: PaymentState): boolean => statesWithHold.includes(state);

export type PendingStatus = Pick<
  PaymentView,
  'owner' | 'reasonCode' | 'reason' | 'nextStep' | 'nextUpdateAt' | 'deadlineAt'
>;

const heldByBank = {
  owner: 'bank',
  reason: 'The bank is making extra checks. Your money is set aside and safe.',
  nextStep: 'The bank finishes its checks. You do not need to do anything.',
} as const;

/** An ended payment has only its reason. */
export function pendingStatusOf(p: Payment): PendingStatus {
  const state = p.state as PaymentState;
  const { reason } = p;
  const reasonCode = p.reason_code as PendingStatus['reasonCode'];
  const ended = { owner: 'nobody', reasonCode, reason, nextStep: null, nextUpdateAt: null, deadlineAt: null } as const;
  if (state === 'draft') return { ...ended, owner: 'you', nextStep: draftNextStep };
  const usual = pendingStatus(paymentLifecycle, state, p);
  if (!usual) return ended;
  const status = p.is_held_for_checks ? { ...usual, ...heldByBank } : usual;
  return {
    ...status,
    owner: ownerOf(reasonCode) ?? status.owner,
    reasonCode: p.is_held_for_checks ? 'extra_checks' : reasonCode,
    reason: reason ?? status.reason,
    nextStep: p.next_step ?? status.nextStep,
  };
}

const ownerOf = (reasonCode: PendingStatus['reasonCode']): PendingStatus['owner'] | undefined =>
  reasonCode === 'documents_needed' ? 'you' : reasonCode === 'vendor_delay' ? 'us' : undefined;

import type { PaymentState, PaymentView } from '@larkmere/contract/payments/payment';
import { defaultText, formatMessage } from '@larkmere/messages/format-message';
import { defaultLanguage } from '@larkmere/messages/languages';
import { message } from '@larkmere/messages/message';
import { canTransition, defineLifecycle, pendingStatus } from '../../platform/lifecycle/lifecycle.ts';
import type { Payment } from './payment.sql.ts';

const deadline = ({ deadlineAt, arrivalLatest }: Payment): Date => deadlineAt ?? arrivalLatest;

const draftNextStep = message('payment_draft_next');

export const paymentLifecycle = defineLifecycle({ table: 'payment.payment' })<PaymentState, Payment>({
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
  nextUpdate: (payment) => payment.nextUpdateAt ?? deadline(payment),
  waiting: {
    draft: {
      owner: 'you',
      reason: ({ reason }) => message('stored_reason', { note: reason ?? '' }),
      nextStep: draftNextStep,
      deadline: 'only the customer acts on a draft',
    },
    awaiting_approval: {
      owner: 'team',
      reason: message('payment_awaiting_approval'),
      nextStep: message('payment_awaiting_approval_next'),
    },
    awaiting_sca: {
      owner: 'you',
      reason: message('payment_awaiting_sca'),
      nextStep: message('payment_awaiting_sca_next'),
    },
    scheduled: {
      owner: 'us',
      reason: message('payment_scheduled'),
      nextStep: message('payment_scheduled_next'),
    },
    awaiting_funds: {
      owner: 'you',
      reason: message('payment_awaiting_funds'),
      nextStep: message('payment_awaiting_funds_next'),
    },
    screening: {
      owner: 'us',
      reason: message('payment_screening'),
      nextStep: message('payment_screening_next'),
    },
    in_review: {
      owner: 'us',
      reason: message('payment_in_review'),
      nextStep: message('payment_in_review_next'),
    },
    info_required: {
      owner: 'you',
      reason: message('payment_info_required'),
      nextStep: message('payment_info_required_next'),
    },
    ready: {
      owner: 'us',
      reason: message('payment_ready'),
      nextStep: message('payment_ready_next'),
    },
    submitted: {
      owner: 'bank',
      reason: message('payment_submitted'),
      nextStep: message('payment_submitted_next'),
      deadline, // enquiries follow an internal schedule; the payer hears of a delay at the deadline
    },
    sent: {
      owner: 'bank',
      reason: message('payment_sent'),
      nextStep: message('payment_sent_next'),
      deadline, // enquiries follow an internal schedule; the payer hears of a delay at the deadline
    },
  },
});

/** Not while the bank claims that it executed a rejected attempt. */
export const canBeCancelled = (payment: Readonly<{ state: PaymentState; statusConflictAt: Date | null }>): boolean =>
  payment.statusConflictAt === null && canTransition(paymentLifecycle, payment.state, 'cancelled');

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
  reason: defaultText('payment_held_by_bank'),
  nextStep: defaultText('payment_held_by_bank_next'),
} as const;

/** An ended payment has only its reason. */
export function pendingStatusOf(p: Payment): PendingStatus {
  const state = p.state;
  const { reason, reasonCode } = p;
  const ended = { owner: 'nobody', reasonCode, reason, nextStep: null, nextUpdateAt: null, deadlineAt: null } as const;
  if (state === 'draft') return { ...ended, owner: 'you', nextStep: formatMessage(defaultLanguage, draftNextStep) };
  const usual = pendingStatus(paymentLifecycle, state, p);
  if (!usual) return ended;
  const status = p.isHeldForChecks ? { ...usual, ...heldByBank } : usual;
  return {
    ...status,
    owner: ownerOf(reasonCode) ?? status.owner,
    reasonCode: p.isHeldForChecks ? 'extra_checks' : reasonCode,
    reason: reason ?? status.reason,
    nextStep: p.nextStep ?? status.nextStep,
  };
}

const ownerOf = (reasonCode: PendingStatus['reasonCode']): PendingStatus['owner'] | undefined =>
  reasonCode === 'documents_needed' ? 'you' : reasonCode === 'vendor_delay' ? 'us' : undefined;

export const canBeRecalled = (state: PaymentState): boolean =>
  state === 'submitted' || state === 'sent' || state === 'completed';

/** A payment that failed never reached the payee's bank, so nobody can answer. */
export const canRecallBeAnswered = (state: PaymentState): boolean => canBeRecalled(state) || state === 'returned';

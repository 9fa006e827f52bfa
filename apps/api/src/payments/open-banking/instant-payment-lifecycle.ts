import type { InstantPaymentState } from '@larkmere/contract/payments/open-banking';
import type { PendingStatus } from '@larkmere/contract/platform/pending-status';
import { message } from '@larkmere/messages/message';
import { formatAmount, money } from '@larkmere/money/money';
import { emit } from '../../platform/events/outbox.ts';
import { changeState } from '../../platform/lifecycle/change-state.ts';
import { canTransition, defineLifecycle, pendingStatus } from '../../platform/lifecycle/lifecycle.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import type { PaymentUpdate } from './open-banking.sql.ts';
import { type InstantPayment, instantPaymentStateChanged } from './open-banking.ts';

const minDelaySeconds = 4;
const maxDelaySeconds = 6 * 3600;

/** Polling stops this long after consent, because the bank will not pay later. */
export const pollingWindowMs = 6 * 24 * 3600_000;

export const pollDelaySeconds = (pollCount: number): number =>
  Math.min(minDelaySeconds * 2 ** Math.min(pollCount, 20), maxDelaySeconds);

const consentEnd = ({ expiresAt }: InstantPayment): Date => expiresAt;
const pollingEnd = ({ returnedAt, createdAt }: InstantPayment): Date =>
  new Date((returnedAt ?? createdAt).getTime() + pollingWindowMs);
/** The customer's return from the bank brings its first answers. */
const answered = ['customer', 'bank'] as const;
const unanswered = ['customer', 'system'] as const;
const outcomes = { credited: 'bank', rejected: answered, cancelled: answered } as const;

/** A credit counts even after the other bank rejected the payment. */
export const instantPaymentLifecycle = defineLifecycle({
  table: 'instant_payment.payment',
  history: { table: 'instant_payment.transition', key: 'paymentId', copies: ['reason'] },
  action: 'instant-payment',
  entity: 'instant-payment',
  audited: ({ reference, bankId: bank, bankStatus }) => ({
    reference,
    bank,
    ...(bankStatus === null ? {} : { bankStatus }),
  }),
})<InstantPaymentState, InstantPayment>({
  transitions: {
    created: { awaiting_authorisation: answered, rejected: answered, expired: 'system' },
    awaiting_authorisation: {
      authorised: 'customer',
      rejected: answered,
      cancelled: 'customer',
      expired: ['customer', 'system'],
    },
    authorised: { submitted: answered, accepted: answered, ...outcomes, expired: 'system', unknown: unanswered },
    submitted: { accepted: answered, ...outcomes, unknown: unanswered },
    accepted: { ...outcomes, unknown: unanswered },
    unknown: { submitted: answered, accepted: answered, ...outcomes, expired: 'system' },
    credited: {},
    rejected: { credited: 'bank' },
    cancelled: { credited: 'bank' },
    expired: { credited: 'bank' },
  },
  deadline: pollingEnd,
  nextUpdate: (payment) => {
    const [poll, end] = [payment.nextPollAt, pollingEnd(payment)];
    return poll && poll < end ? poll : end;
  },
  waiting: {
    created: {
      owner: 'bank',
      reason: ({ bankName: bank }) => message('instant_payment_created', { bank }),
      nextStep: ({ bankName: bank }) => message('instant_payment_created_next', { bank }),
      deadline: consentEnd,
    },
    awaiting_authorisation: {
      owner: 'you',
      reason: ({ bankName: bank }) => message('instant_payment_awaiting_authorisation', { bank }),
      nextStep: ({ bankName: bank }) => message('instant_payment_awaiting_authorisation_next', { bank }),
      deadline: consentEnd,
    },
    authorised: {
      owner: 'us',
      reason: ({ bankName: bank }) => message('instant_payment_authorised', { bank }),
      nextStep: ({ bankName: bank }) => message('instant_payment_authorised_next', { bank }),
    },
    submitted: {
      owner: 'bank',
      reason: ({ bankName: bank }) => message('instant_payment_submitted', { bank }),
      nextStep: ({ bankName: bank }) => message('instant_payment_submitted_next', { bank }),
    },
    accepted: {
      owner: 'bank',
      reason: ({ bankName: bank }) => message('instant_payment_accepted', { bank }),
      nextStep: message('instant_payment_accepted_next'),
    },
    unknown: {
      owner: 'bank',
      reason: ({ bankName: bank, reason }) =>
        reason === null ? message('instant_payment_unknown', { bank }) : message('stored_reason', { note: reason }),
      nextStep: ({ bankName: bank }) => message('instant_payment_unknown_next', { bank }),
    },
  },
});

/** Also null after polling has stopped. */
export const instantPaymentStatus = (payment: InstantPayment): PendingStatus | null =>
  payment.state === 'unknown' && payment.nextPollAt === null
    ? null
    : pendingStatus(instantPaymentLifecycle, payment.state, payment);

const notifiedStates: readonly InstantPaymentState[] = ['credited', 'rejected', 'expired', 'unknown'];

type StateChange = PaymentUpdate & Readonly<{ state: InstantPaymentState }>;

/** Returns undefined and changes nothing if the transition is not allowed, as for late or repeated answers. */
export async function changePaymentState(
  ctx: Ctx,
  payment: InstantPayment,
  step: StateChange,
): Promise<InstantPayment | undefined> {
  const from = payment.state;
  if (!canTransition(instantPaymentLifecycle, from, step.state)) return undefined;
  const isWaiting = step.state === 'awaiting_authorisation';
  const isPolled = ['authorised', 'submitted', 'accepted', 'unknown'].includes(step.state);
  const change = { ...step, ...(isWaiting ? {} : { redirectUrl: null }), ...(isPolled ? {} : { nextPollAt: null }) };
  const moved = await changeState(ctx, instantPaymentLifecycle, payment, change, { from });
  if (notifiedStates.includes(step.state) && from !== 'created')
    await emit(ctx, instantPaymentStateChanged, {
      paymentId: payment.id,
      customerId: payment.customerId,
      userId: payment.userId,
      state: step.state,
      amount: formatAmount(money(payment.currency, payment.amountMinor)),
      currency: payment.currency,
      bankName: payment.bankName,
      reason: moved.reason,
      waiting: instantPaymentStatus(moved),
    });
  return moved;
}

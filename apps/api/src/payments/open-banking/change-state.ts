import type { InstantPaymentState } from '@larkmere/contract/payments/open-banking';
import { formatAmount, money } from '@larkmere/money/money';
import { emit } from '../../platform/events/outbox.ts';
import { changeState } from '../../platform/lifecycle/change-state.ts';
import { canTransition } from '../../platform/lifecycle/lifecycle.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { instantPaymentLifecycle, instantPaymentStatus } from './instant-payment-lifecycle.ts';
import type { PaymentUpdate } from './open-banking.sql.ts';
import { type InstantPayment, instantPaymentStateChanged } from './open-banking.ts';

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
  const isAsked = ['authorised', 'submitted', 'accepted', 'unknown'].includes(step.state);
  const change = { ...step, ...(isWaiting ? {} : { redirectUrl: null }), ...(isAsked ? {} : { nextPollAt: null }) };
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

import type { InstantPaymentState } from '@larkmere/contract/payments/open-banking';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { insertTransition, type PaymentUpdate, updatePayment } from './open-banking.sql.ts';
import { canTransition, type InstantPayment, instantPaymentStateChanged } from './open-banking.ts';
import { toPendingStatus } from './pending-status.ts';

const notifiedStates: readonly InstantPaymentState[] = ['credited', 'rejected', 'expired', 'unknown'];

type StateChange = PaymentUpdate & Readonly<{ state: InstantPaymentState }>;

/** Returns undefined and changes nothing if the transition is not allowed, as for late or repeated answers. */
export async function changePaymentState(
  ctx: Ctx,
  payment: InstantPayment,
  step: StateChange,
): Promise<InstantPayment | undefined> {
  const from = payment.state as InstantPaymentState;
  if (!canTransition(from, step.state)) return undefined;
  const isWaiting = step.state === 'awaiting_authorisation';
  const isAsked = ['authorised', 'submitted', 'accepted', 'unknown'].includes(step.state);
  const moved = await updatePayment(ctx.tx, payment.id, {
    ...step,
    ...(isWaiting ? {} : { redirect_url: null }),
    ...(isAsked ? {} : { next_poll_at: null }),
  });
  await insertTransition(ctx.tx, payment.id, step.state, moved.reason);
  await audit(ctx, `instant-payment.${step.state}`, `instant-payment:${payment.id}`, {
    reference: payment.reference,
    bank: payment.bank_id,
    from,
    ...(moved.bank_status === null ? {} : { bankStatus: moved.bank_status }),
  });
  if (notifiedStates.includes(step.state) && from !== 'created')
    await emit(ctx, instantPaymentStateChanged, {
      paymentId: payment.id,
      customerId: payment.customer_id,
      userId: payment.user_id,
      state: step.state,
      amount: formatAmount(money(payment.currency as Currency, payment.amount_minor)),
      currency: payment.currency,
      bankName: payment.bank_name,
      reason: moved.reason,
      waiting: toPendingStatus(moved),
    });
  return moved;
}

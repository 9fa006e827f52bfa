import type { InstantPaymentState } from '@larkmere/contract/instant-payment';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import { audit } from '../kernel/audit.ts';
import { emit } from '../kernel/outbox.ts';
import type { Ctx } from '../kernel/verb.ts';
import { type Change, changePayment, insertTransition } from './instant-payment.sql.ts';
import { type InstantPayment, instantPaymentMoved, mayBecome } from './instant-payment.ts';
import { waitingOf } from './waiting.ts';

const told: readonly InstantPaymentState[] = ['credited', 'rejected', 'expired', 'unknown'];

type Step = Change & Readonly<{ state: InstantPaymentState }>;

/** Returns undefined and changes nothing if the transition is not allowed, as for late or repeated answers. */
export async function movePayment(ctx: Ctx, payment: InstantPayment, step: Step): Promise<InstantPayment | undefined> {
  const from = payment.state as InstantPaymentState;
  if (!mayBecome(from, step.state)) return undefined;
  const isWaiting = step.state === 'awaiting_authorisation';
  const isAsked = ['authorised', 'submitted', 'accepted', 'unknown'].includes(step.state);
  const moved = await changePayment(ctx.tx, payment.id, {
    ...step,
    ...(isWaiting ? {} : { redirect_url: null }),
    ...(isAsked ? {} : { next_ask_at: null }),
  });
  await insertTransition(ctx.tx, payment.id, step.state, moved.reason);
  await audit(ctx, `instant-payment.${step.state}`, `instant-payment:${payment.id}`, {
    reference: payment.reference,
    bank: payment.bank_id,
    from,
    ...(moved.bank_status === null ? {} : { bankStatus: moved.bank_status }),
  });
  if (told.includes(step.state) && from !== 'created')
    await emit(ctx, instantPaymentMoved, {
      paymentId: payment.id,
      customerId: payment.customer_id,
      personId: payment.person_id,
      state: step.state,
      amount: formatAmount(money(payment.currency as Currency, payment.amount_minor)),
      currency: payment.currency,
      bankName: payment.bank_name,
      reason: moved.reason,
      waiting: waitingOf(moved),
    });
  return moved;
}

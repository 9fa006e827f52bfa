import type { contract } from '@larkmere/contract/contract';
import type { PaymentState } from '@larkmere/contract/payments/payment';
import { defaultText } from '@larkmere/messages/format-message';
import { type Message, message } from '@larkmere/messages/message';
import { canTransition } from '../../platform/lifecycle/lifecycle.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { endPayment } from './end-payment.ts';
import { findBankholderIds, lockOwnPayment } from './payment.read.ts';
import { viewPayment } from './payment.view.ts';
import { canBeCancelled, canBeRecalled, paymentLifecycle } from './payment-lifecycle.ts';

export const cancelPayment: Verb<typeof contract.payment.cancel> = async (ctx, { id }) => {
  const payment = await lockOwnPayment(ctx, id);
  const state = payment.state;
  if (!canBeCancelled(payment)) throw new Refusal('invalid_transition', { reason: cancelRefusalReason(state) });
  const cancelled = await endPayment(ctx, payment, 'cancelled', {
    code: null,
    sentence: defaultText('payment_cancelled'),
  });
  await audit(ctx, 'payment.cancelled', `payment:${id}`, { was: state });
  const holders = await findBankholderIds(ctx.tx, [cancelled]);
  return viewPayment(ctx, cancelled, holders.get(cancelled.accountId) ?? '');
};

function cancelRefusalReason(state: PaymentState): Message {
  if (canTransition(paymentLifecycle, state, 'cancelled')) return message('payment_conflict_no_cancel');
  return message(canBeRecalled(state) ? 'payment_with_bank_no_cancel' : 'payment_already_ended');
}

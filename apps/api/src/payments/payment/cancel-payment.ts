import type { contract } from '@larkmere/contract/contract';
import type { PaymentState } from '@larkmere/contract/payments/payment';
import { canTransition } from '../../platform/lifecycle/lifecycle.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { endPayment } from './end-payment.ts';
import { lockOwnPayment } from './own-payment.ts';
import { findBankholderIds } from './payment.read.ts';
import { viewPayment } from './payment.view.ts';
import { canBeCancelled, paymentLifecycle } from './payment-lifecycle.ts';
import { canBeRecalled } from './payment-recall.ts';

export const cancelPayment: Verb<typeof contract.payment.cancel> = async (ctx, { id }) => {
  const payment = await lockOwnPayment(ctx, id);
  const state = payment.state as PaymentState;
  if (!canBeCancelled(payment)) throw new Refusal('invalid_transition', { message: cancelRefusalMessage(state) });
  const cancelled = await endPayment(ctx, payment, 'cancelled', {
    code: null,
    sentence: 'You cancelled this payment.',
  });
  await audit(ctx, 'payment.cancelled', `payment:${id}`, { was: state });
  const holders = await findBankholderIds(ctx.tx, [cancelled]);
  return viewPayment(ctx, cancelled, holders.get(cancelled.account_id) ?? '');
};

function cancelRefusalMessage(state: PaymentState): string {
  if (canTransition(paymentLifecycle, state, 'cancelled'))
    return 'The bank says that it made this payment after all, so it cannot be cancelled until we know. Your money is set aside and safe.';
  return canBeRecalled(state)
    ? 'The bank has this payment already, so it cannot be cancelled. You can ask for it back.'
    : 'This payment is over already. Nothing was changed.';
}

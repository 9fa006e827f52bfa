import type { contract } from '@larkmere/contract/contract';
import type { PaymentState } from '@larkmere/contract/payment';
import { audit } from '../kernel/audit.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Verb } from '../kernel/verb.ts';
import { endPayment } from './end-payment.ts';
import { requireOwnPaymentLocked } from './own-payment.ts';
import { bankholderIdsOf } from './payment.read.ts';
import { viewPayment } from './payment.view.ts';
import { mayBeCancelled, mayBecome } from './payment-state.ts';
import { mayBeRecalled } from './recall.ts';

export const cancelPayment: Verb<typeof contract.payment.cancel> = async (ctx, { id }) => {
  const payment = await requireOwnPaymentLocked(ctx, id);
  const state = payment.state as PaymentState;
  if (!mayBeCancelled(payment)) throw new Refusal('invalid_transition', { message: whyNot(state) });
  const cancelled = await endPayment(ctx, payment, 'cancelled', {
    code: null,
    sentence: 'You cancelled this payment.',
  });
  await audit(ctx, 'payment.cancelled', `payment:${id}`, { was: state });
  const holders = await bankholderIdsOf(ctx.tx, [cancelled]);
  return viewPayment(ctx, cancelled, holders.get(cancelled.account_id) ?? '');
};

function whyNot(state: PaymentState): string {
  if (mayBecome(state, 'cancelled'))
    return 'The bank says that it made this payment after all, so it cannot be cancelled until we know. Your money is set aside and safe.';
  return mayBeRecalled(state)
    ? 'The bank has this payment already, so it cannot be cancelled. You can ask for it back.'
    : 'This payment is over already. Nothing was changed.';
}

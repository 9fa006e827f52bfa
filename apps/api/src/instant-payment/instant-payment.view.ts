import type { InstantPaymentState, InstantPaymentView } from '@larkmere/contract/instant-payment';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import type { CustomerCtx } from '../kernel/verb.ts';
import { transitionsOf } from './instant-payment.sql.ts';
import type { InstantPayment } from './instant-payment.ts';
import { waitingOf } from './waiting.ts';

export async function viewPayments(
  { tx, actor }: CustomerCtx,
  payments: readonly InstantPayment[],
): Promise<InstantPaymentView[]> {
  const steps = Map.groupBy(
    await transitionsOf(
      tx,
      payments.map(({ id }) => id),
    ),
    ({ payment_id }) => payment_id,
  );
  return payments.map((payment) => ({
    uid: payment.id,
    reference: payment.reference,
    bank: { id: payment.bank_id, name: payment.bank_name },
    amount: {
      amount: formatAmount(money(payment.currency as Currency, payment.amount_minor)),
      currency: payment.currency as Currency,
    },
    destinationBankholderId: payment.bankholder_id,
    note: payment.note,
    state: payment.state as InstantPaymentState,
    reason: payment.reason,
    // Only the person who started the payment may complete the bank's redirect.
    redirectUrl: payment.person_id === actor.personId ? payment.redirect_url : null,
    expiresAt: payment.expires_at.toISOString(),
    waiting: waitingOf(payment),
    createdAt: payment.created_at.toISOString(),
    timeline: (steps.get(payment.id) ?? []).map(({ state, at }) => ({
      state: state as InstantPaymentState,
      at: at.toISOString(),
    })),
  }));
}

export async function viewPayment(ctx: CustomerCtx, payment: InstantPayment): Promise<InstantPaymentView> {
  const [view] = await viewPayments(ctx, [payment]);
  if (!view) throw new Error('a list of one came back empty');
  return view;
}

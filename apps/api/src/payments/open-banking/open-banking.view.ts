import type { InstantPaymentView } from '@larkmere/contract/payments/open-banking';
import { formatAmount, money } from '@larkmere/money/money';
import { findTimelines } from '../../platform/lifecycle/change-state.ts';
import type { CustomerCtx } from '../../platform/requests/verb.ts';
import { instantPaymentLifecycle, instantPaymentStatus } from './instant-payment-lifecycle.ts';
import type { InstantPayment } from './open-banking.ts';

export async function viewPayments(
  { tx, actor }: CustomerCtx,
  payments: readonly InstantPayment[],
): Promise<InstantPaymentView[]> {
  const ids = payments.map(({ id }) => id);
  const timelines = await findTimelines(tx, instantPaymentLifecycle, ids);
  return payments.map((payment) => ({
    uid: payment.id,
    reference: payment.reference,
    bank: { id: payment.bankId, name: payment.bankName },
    amount: {
      amount: formatAmount(money(payment.currency, payment.amountMinor)),
      currency: payment.currency,
    },
    destinationBankholderId: payment.bankholderId,
    note: payment.note,
    state: payment.state,
    reason: payment.reason,
    // Only the person who started the payment may complete the bank's redirect.
    redirectUrl: payment.userId === actor.userId ? payment.redirectUrl : null,
    expiresAt: payment.expiresAt.toISOString(),
    waiting: instantPaymentStatus(payment),
    createdAt: payment.createdAt.toISOString(),
    timeline: timelines.get(payment.id) ?? [],
  }));
}

export async function viewPayment(ctx: CustomerCtx, payment: InstantPayment): Promise<InstantPaymentView> {
  const [view] = await viewPayments(ctx, [payment]);
  if (!view) throw new Error('a list of one came back empty');
  return view;
}

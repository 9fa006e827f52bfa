import type { CustomerCardPayment } from '@larkmere/contract/back-office/customer-card-payment';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import type { Ctx } from '../../platform/requests/verb.ts';
import { selectPaymentsOfCustomer } from './card-payment.sql.ts';
import { viewPayments } from './card-payment.view.ts';
import { selectDisputes } from './dispute.sql.ts';

const maxPayments = 100;

const toMoney = (currency: Currency, minor: bigint) => ({
  amount: formatAmount(money(currency, minor)),
  currency: currency,
});

export async function listPaymentsOfCustomer(ctx: Pick<Ctx, 'tx'>, customerId: string): Promise<CustomerCardPayment[]> {
  const rows = await selectPaymentsOfCustomer(ctx.tx, customerId, maxPayments);
  const views = await viewPayments(ctx, rows);
  const disputes = await selectDisputes(
    ctx.tx,
    rows.map(({ id }) => id),
  );
  return rows.flatMap((row, i) => {
    const view = views[i];
    if (!view) return [];
    return {
      ...view,
      owed: toMoney(row.currency, row.shortfallMinor - row.recoveredMinor),
      suspended: toMoney(row.currency, row.suspendedMinor),
      disputes: disputes
        .filter(({ paymentId }) => paymentId === row.id)
        .map((dispute) => ({
          uid: dispute.id,
          state: dispute.state,
          reason: dispute.reason,
          amount: toMoney(row.billingCurrency, dispute.amountMinor),
          openedAt: dispute.openedAt.toISOString(),
        })),
    };
  });
}

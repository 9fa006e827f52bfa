import { type Currency, formatAmount, money } from '@larkmere/money/money';
import { audit } from '../kernel/audit.ts';
import type { InsideListener } from '../kernel/relay.ts';
import type { CreditNews } from '../payment/payment.ts';
import { lockPaymentByReference } from './instant-payment.sql.ts';
import { movePayment } from './move-payment.ts';

/**
 * Marks a payment as credited only if account, currency and amount match the credit. Any mismatch is audited for
 * review; the money stays with the customer.
 */
export const creditPayment: InsideListener<CreditNews> = async (ctx, { payload }) => {
  const { incomingId, customerId, bankholderId, amount, currency, reference } = payload;
  const payment = await lockPaymentByReference(ctx.tx, reference.trim());
  if (!payment || payment.customer_id !== customerId || payment.consent_id === null) return;
  const asked = formatAmount(money(payment.currency as Currency, payment.amount_minor));
  const fits = payment.bankholder_id === bankholderId && currency === payment.currency && amount === asked;
  const contradicts = ['rejected', 'cancelled', 'expired'].includes(payment.state);
  const moved = fits && (await movePayment(ctx, payment, { state: 'credited', incoming_id: incomingId, reason: null }));
  if (!moved || contradicts)
    await audit(ctx, 'instant-payment.contradicted', `instant-payment:${payment.id}`, {
      state: payment.state,
      asked,
      arrived: amount,
      currency,
      bankholderId,
      incomingId,
    });
};

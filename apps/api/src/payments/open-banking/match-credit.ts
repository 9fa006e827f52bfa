import { formatAmount, money } from '@larkmere/money/money';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { audit } from '../../platform/requests/audit.ts';
import { recordContradiction } from '../../platform/requests/partner-contradiction.sql.ts';
import type { IncomingCredit } from '../payment/payment.ts';
import { changePaymentState } from './change-state.ts';
import { lockPaymentByReference } from './open-banking.sql.ts';

/**
 * Marks a payment as credited only if account, currency and amount match the credit. Any mismatch is audited for
 * review; the money stays with the customer.
 */
export const matchCredit: TransactionalHandler<IncomingCredit> = async (ctx, { payload }) => {
  const { incomingId, customerId, bankholderId, amount, currency, reference } = payload;
  const payment = await lockPaymentByReference(ctx.tx, reference.trim());
  if (!payment || payment.customerId !== customerId || payment.consentId === null) return;
  const expectedAmount = formatAmount(money(payment.currency, payment.amountMinor));
  const fits = payment.bankholderId === bankholderId && currency === payment.currency && amount === expectedAmount;
  const contradicts = ['rejected', 'cancelled', 'expired'].includes(payment.state);
  const moved = fits && (await changePaymentState(ctx, payment, { state: 'credited', incomingId, reason: null }));
  if (!fits)
    await recordContradiction(ctx, `instant-payment:${payment.id}`, {
      partner: 'bank',
      field: 'credit',
      expected: `${expectedAmount} ${payment.currency} to ${payment.bankholderId}`,
      reported: `${amount} ${currency} to ${bankholderId}`,
    });
  if (!moved || contradicts)
    await audit(ctx, 'instant-payment.credit_mismatched', `instant-payment:${payment.id}`, {
      state: payment.state,
      asked: expectedAmount,
      arrived: amount,
      currency,
      bankholderId,
      incomingId,
    });
};

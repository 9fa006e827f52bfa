import type { InstantPaymentState } from '@larkmere/contract/payments/open-banking';
import { defaultText } from '@larkmere/messages/format-message';
import { formatAmount, money } from '@larkmere/money/money';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { audit } from '../../platform/requests/audit.ts';
import { recordContradiction } from '../../platform/requests/partner-contradiction.sql.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import type { IncomingCredit } from '../payment/payment.ts';
import { changePaymentState, pollDelaySeconds } from './instant-payment-lifecycle.ts';
import { lockPayment, lockPaymentByReference, updatePayment } from './open-banking.sql.ts';
import type { PaymentStatusReport } from './rails/open-banking-client.ts';

/**
 * Open Banking v4 status codes. Even ACCC is only the other bank's claim; only a received credit makes a payment
 * `credited`.
 */
const stateByBankStatus: Readonly<Record<string, InstantPaymentState>> = {
  RCVD: 'submitted',
  PATC: 'submitted',
  ACTC: 'submitted',
  ACCP: 'submitted',
  ACFC: 'submitted',
  PDNG: 'submitted',
  ACSP: 'accepted',
  ACSC: 'accepted',
  ACWC: 'accepted',
  ACWP: 'accepted',
  ACCC: 'accepted',
  RJCT: 'rejected',
  BLCK: 'rejected',
  CANC: 'cancelled',
};

/**
 * Accepts repeated, late and out-of-order answers. An unknown status code changes only the time of the last response.
 */
export async function applyBankStatus(ctx: Ctx, paymentId: string, answer: PaymentStatusReport): Promise<void> {
  const payment = await lockPayment(ctx.tx, paymentId);
  if (!payment || ['credited', 'rejected', 'cancelled', 'expired'].includes(payment.state)) return;
  const { bankPaymentId, status: bankStatus } = answer;
  const reason =
    answer.reason ?? (answer.requiresSecondApproval ? defaultText('instant_payment_second_approval') : null);
  const heard = { bankPaymentId, bankStatus, lastResponseAt: ctx.now, reason };
  const nextPollAt = new Date(ctx.now.getTime() + pollDelaySeconds(payment.pollCount) * 1000);
  const state = stateByBankStatus[bankStatus];
  const moved = state && (await changePaymentState(ctx, payment, { ...heard, nextPollAt, state }));
  if (!moved) await updatePayment(ctx.tx, paymentId, heard);
}

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

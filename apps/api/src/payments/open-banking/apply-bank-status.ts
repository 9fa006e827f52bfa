import type { InstantPaymentState } from '@larkmere/contract/payments/open-banking';
import { defaultText } from '@larkmere/messages/format-message';
import type { Ctx } from '../../platform/requests/verb.ts';
import { changePaymentState } from './change-state.ts';
import { lockPayment, updatePayment } from './open-banking.sql.ts';
import { pollDelaySeconds } from './poll-backoff.ts';
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

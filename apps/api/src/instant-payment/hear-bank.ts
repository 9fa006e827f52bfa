import type { InstantPaymentState } from '@larkmere/contract/instant-payment';
import type { Ctx } from '../kernel/verb.ts';
import { changePayment, lockPayment } from './instant-payment.sql.ts';
import { movePayment } from './move-payment.ts';
import { pauseSeconds } from './pause.ts';
import type { PaymentAnswer } from './rails/open-banking.ts';

/**
 * Open Banking v4 status codes. Even ACCC is only the other bank's claim; only a received credit makes a payment
 * `credited`.
 */
const meanings: Readonly<Record<string, InstantPaymentState>> = {
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
export async function hearBank(ctx: Ctx, paymentId: string, answer: PaymentAnswer): Promise<void> {
  const payment = await lockPayment(ctx.tx, paymentId);
  if (!payment || ['credited', 'rejected', 'cancelled', 'expired'].includes(payment.state)) return;
  const { bankPaymentId: bank_payment_id, status: bank_status } = answer;
  const reason = answer.reason ?? (answer.waitsForSecond ? 'A second person has to approve it at the bank.' : null);
  const heard = { bank_payment_id, bank_status, heard_at: ctx.now, reason };
  const next_ask_at = new Date(ctx.now.getTime() + pauseSeconds(payment.asked) * 1000);
  const state = meanings[bank_status];
  const moved = state && (await movePayment(ctx, payment, { ...heard, next_ask_at, state }));
  if (!moved) await changePayment(ctx.tx, paymentId, heard);
}

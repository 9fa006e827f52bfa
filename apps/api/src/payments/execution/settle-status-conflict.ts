import { type Message, message } from '@larkmere/messages/message';
import { bookOperations } from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import type { Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { attemptFromInstructionId } from '../payment/attempt.ts';
import { lockPayment, updatePayment } from '../payment/payment.sql.ts';
import type { Payment } from '../payment/payment.ts';
import { findReceivedMessages } from '../payment/rail-message.sql.ts';
import { updatePendingStatus } from '../payment/update-pending-status.ts';
import { markSent, recordCharges, settlePayment } from './apply-status-report.ts';
import { informationRequestWording, reviewDetails } from './hold-for-bank-query.ts';
import { readStatus } from './rails/read-status.ts';
import { findRejectedAttempt } from './rejected-attempt.sql.ts';

type SettlementReport = ReturnType<typeof readStatus>;

/** Reports that the bank paid an attempt which it had rejected, oldest first by the bank's clock. */
export async function findSettlementReports(
  tx: Tx,
  payment: Pick<Payment, 'id' | 'reference' | 'attempt'>,
): Promise<SettlementReport[]> {
  const reports = (await findReceivedMessages(tx, payment.id, 'status')).map(readStatus);
  const isEarlier = (id: string): boolean => attemptFromInstructionId(payment, id) < payment.attempt;
  return reports
    .filter(({ instructionId, answer }) => answer.status === 'settled' && isEarlier(instructionId))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

type StatusConflict = Readonly<{ payment: Payment; paid: SettlementReport | undefined }>;

/** Refuses `not_found`, and `invalid_transition` without a conflict or a settlement report of the paid instruction. */
export async function requireStatusConflict(
  { tx }: Pick<Ctx, 'tx'>,
  id: string,
  paidInstruction: string | null,
): Promise<StatusConflict> {
  const refuse = (reason: Message) => new Refusal('invalid_transition', { reason });
  const payment = await lockPayment(tx, id);
  if (!payment) throw new Refusal('not_found');
  if (payment.state !== 'in_review') throw refuse(message('payment_not_in_review'));
  if (payment.statusConflictAt === null) throw refuse(message('settlement_not_reported'));
  if (paidInstruction === null) return { payment, paid: undefined };
  const reports = await findSettlementReports(tx, payment);
  const paid = reports.findLast(({ instructionId }) => instructionId === paidInstruction);
  if (!paid) throw refuse(message('settlement_not_confirmed'));
  return { payment, paid };
}

/**
 * Completes the payment by the attempt that the bank paid. If it paid none, the payment waits in review as before the
 * conflict. The caller authorises and audits.
 */
export async function settleStatusConflict(
  ctx: Ctx,
  { payment: { id, ...payment }, paid }: StatusConflict,
): Promise<void> {
  const { tx } = ctx;
  if (!paid) {
    await updatePayment(tx, id, { statusConflictAt: null });
    await updatePendingStatus(ctx, id, await reviewDetails(ctx, informationRequestWording));
    return;
  }
  const attempt = attemptFromInstructionId(payment, paid.instructionId);
  const order = await findRejectedAttempt(tx, id, attempt);
  // The attempt is set only after sending: a database check forbids a conflict on a first attempt that was not sent.
  const waiting = await updatePayment(tx, id, { ...order, rfiResponse: null });
  const { operations } = await markSent(ctx, waiting, paid.answer);
  // The executed attempt counts from now on: the bank statement uses its ids.
  const made = await updatePayment(tx, id, { attempt });
  const settling = await settlePayment(ctx, made, paid.answer);
  if (paid.answer.charges) await recordCharges(ctx, made, paid.answer.charges);
  await bookOperations(tx, [...operations, ...settling]);
}

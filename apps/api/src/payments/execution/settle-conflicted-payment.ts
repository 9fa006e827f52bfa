import { bookOperations } from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { lockPayment, updatePayment } from '../payment/payment.sql.ts';
import { markSent, recordCharges, settlePayment } from './apply-status-report.ts';
import { type ConflictingReport, findSettlementEvidence } from './conflicting-reports.ts';
import { findRejectedAttempt } from './rejected-attempt.sql.ts';

/**
 * Completes a payment under review by the rejected attempt that the bank executed. The caller authorises and audits.
 * Refuses `not_found`, and `invalid_transition` without settlement evidence.
 */
export async function settleConflictedPayment(ctx: Ctx, id: string): Promise<ConflictingReport> {
  const { tx } = ctx;
  const proof = await requireSettlementEvidence(ctx, id);
  const { attempt, answer } = proof;
  const order = await findRejectedAttempt(tx, id, attempt);
  // The attempt is set only after sending: a database check forbids a conflict on a first attempt that was not sent.
  const waiting = await updatePayment(tx, id, { ...order, rfi_response: null });
  const { operations } = await markSent(ctx, waiting, answer);
  // The executed attempt counts from now on: the bank statement uses its ids.
  const made = await updatePayment(tx, id, { attempt });
  const settling = await settlePayment(ctx, made, answer);
  if (answer.charges) await recordCharges(ctx, made, answer.charges);
  await bookOperations(tx, [...operations, ...settling]);
  return proof;
}

export async function requireSettlementEvidence({ tx }: Pick<Ctx, 'tx'>, id: string): Promise<ConflictingReport> {
  const refuse = (message: string) => new Refusal('invalid_transition', { message: `${message} Nothing was changed.` });
  const payment = await lockPayment(tx, id);
  if (!payment) throw new Refusal('not_found');
  if (payment.state !== 'in_review') throw refuse('This payment does not wait for a person.');
  if (payment.status_conflict_at === null) throw refuse('The bank does not say that it made this payment.');
  const proof = await findSettlementEvidence(tx, payment);
  if (!proof) throw refuse('The bank says that it took this payment on, but not yet that it paid it out.');
  return proof;
}

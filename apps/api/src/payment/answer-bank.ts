import { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';
import { changePayment, lockPayment } from './payment.sql.ts';

const fault = (code: 'required' | 'invalid', message: string) =>
  new Refusal('validation_failed', { errors: [{ field: 'answer', code, message }] });

/**
 * Keeps what the next order says to the bank. Refuses `not_found`, and `validation_failed` without an answer to a bank that
 * asked, or with one to a bank that did not.
 */
export async function answerToBank({ tx }: Pick<Ctx, 'tx'>, id: string, answer: string | undefined): Promise<void> {
  const payment = await lockPayment(tx, id);
  if (!payment) throw new Refusal('not_found');
  const isAsked = payment.attempt > 1;
  if (!isAsked && answer !== undefined) throw fault('invalid', 'The bank asked nothing about this payment');
  if (!isAsked) return;
  if (answer === undefined) throw fault('required', 'Say what the bank wants to know: it gave this payment back');
  await changePayment(tx, id, { answer_to_bank: answer });
}

import { bookAll } from '../books/books.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';
import { enterSent, noteCharges, settle } from './apply-answer.ts';
import { orderGivenBack } from './given-back.sql.ts';
import { type Claim, proofOf } from './made-after-all.ts';
import { changePayment, lockPayment } from './payment.sql.ts';

/**
 * Completes a payment under review by the rejected attempt that the bank executed. The caller authorises and audits.
 * Refuses `not_found`, and `invalid_transition` without settlement evidence.
 */
export async function settleMade(ctx: Ctx, id: string): Promise<Claim> {
  const { tx } = ctx;
  const proof = await requireProof(ctx, id);
  const { attempt, answer } = proof;
  const order = await orderGivenBack(tx, id, attempt);
  // The attempt is set only after sending: a database check forbids a conflict on a first attempt that was not sent.
  const waiting = await changePayment(tx, id, { ...order, answer_to_bank: null });
  const { moves } = await enterSent(ctx, waiting, answer);
  // The executed attempt counts from now on: the bank statement uses its ids.
  const made = await changePayment(tx, id, { attempt });
  const settling = await settle(ctx, made, answer);
  if (answer.charges) await noteCharges(ctx, made, answer.charges);
  await bookAll(tx, [...moves, ...settling]);
  return proof;
}

export async function requireProof({ tx }: Pick<Ctx, 'tx'>, id: string): Promise<Claim> {
  const refuse = (message: string) => new Refusal('invalid_transition', { message: `${message} Nothing was changed.` });
  const payment = await lockPayment(tx, id);
  if (!payment) throw new Refusal('not_found');
  if (payment.state !== 'in_review') throw refuse('This payment does not wait for a person.');
  if (payment.contradicted_at === null) throw refuse('The bank does not say that it made this payment.');
  const proof = await proofOf(tx, payment);
  if (!proof) throw refuse('The bank says that it took this payment on, but not yet that it paid it out.');
  return proof;
}

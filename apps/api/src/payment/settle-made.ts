import { bookAll } from '../books/books.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';
import { enterSent, noteCharges, settle } from './apply-answer.ts';
import { orderGivenBack } from './given-back.sql.ts';
import { type Claim, proofOf } from './made-after-all.ts';
import { changePayment, lockPayment } from './payment.sql.ts';

/**
 * Completes a payment in review by the order that the bank gave back and then made after all: booked as any settlement, on
 * the bank's day, and told to its payer. Answers the bank's own message, which is the proof. Whoever decides has been judged
 * by the caller, who also writes the audit log. Refuses `not_found`, and `invalid_transition` without such a proof.
 */
export async function settleMade(ctx: Ctx, id: string): Promise<Claim> {
  const { tx } = ctx;
  const proof = await requireProof(ctx, id);
  const { attempt, answer } = proof;
  const order = await orderGivenBack(tx, id, attempt);
  // It is entered first as what it was, for no first order may be contradicted before it has left.
  const waiting = await changePayment(tx, id, { ...order, answer_to_bank: null });
  const { moves } = await enterSent(ctx, waiting, answer);
  // The order that was made is the one that counts from now on: by its ids the bank's statement tells of it.
  const made = await changePayment(tx, id, { attempt });
  const settling = await settle(ctx, made, answer);
  if (answer.charges) await noteCharges(ctx, made, answer.charges);
  await bookAll(tx, [...moves, ...settling]);
  return proof;
}

/** The bank's own word that it paid a payment in review out. Refuses `not_found`, and `invalid_transition` saying what is missing. */
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

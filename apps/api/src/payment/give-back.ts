import { randomUUID } from 'node:crypto';
import type { PaymentState } from '@larkmere/contract/payment';
import { audit } from '../kernel/audit.ts';
import type { Ctx } from '../kernel/verb.ts';
import { insertGivenBack, isAsking } from './given-back.sql.ts';
import { claimsOf } from './made-after-all.ts';
import { movePayment } from './move-payment.ts';
import { changePayment } from './payment.sql.ts';
import type { Payment } from './payment.ts';
import type { RailAnswer } from './rails/rail.ts';
import { recallsOf } from './recall.sql.ts';
import { changeWaits } from './say-anew.ts';
import { promisedAt } from './setting.sql.ts';

/** Whether a rejection is a question: by its code, and unless the payer wants the payment back, for then nobody answers it. */
export async function isQuestion(
  { tx }: Pick<Ctx, 'tx'>,
  { id, state }: Payment,
  { reasonCode }: RailAnswer,
): Promise<boolean> {
  if (state !== 'submitted' || reasonCode === undefined || !(await isAsking(tx, reasonCode))) return false;
  return !(await recallsOf(tx, [id])).has(id);
}

type Words = Readonly<{ reason: string; nextStep: string }>;

const asked: Words = {
  reason:
    'The bank wants to know more before it sends this payment, and gave it back to us. Your money is set aside and safe.',
  nextStep: 'We answer the bank and hand it over again, or ask you. You do not need to do anything now.',
};

const denied: Words = {
  reason:
    'The bank gave this payment back, and now says that it made it. We are finding out which is true. Your money is set aside and safe.',
  nextStep: 'We clear it up with the bank and tell you.',
};

/** A person here finds out, within the time that is promised of a review. */
async function waitsHere({ tx, now }: Pick<Ctx, 'tx' | 'now'>, words: Words) {
  const { newsAt, decidedBy } = await promisedAt(tx, now);
  return { reasonCode: 'extra_checks' as const, ...words, nextUpdateAt: newsAt, deadlineAt: decidedBy };
}

/**
 * The bank gives an order back because it wants to know something first. Nothing was sent and the money stays set aside; a
 * person here finds out. What goes then is another order, for a bank takes an id once.
 */
export async function giveBack(ctx: Ctx, payment: Payment, answer: RailAnswer): Promise<void> {
  const { tx, now } = ctx;
  const { id, attempt, uetr } = payment;
  const { reasonCode = '', reasonText = null } = answer;
  await insertGivenBack(tx, {
    payment_id: id,
    attempt,
    uetr,
    reason_code: reasonCode,
    reason_text: reasonText,
    at: now,
  });
  const fresh = { attempt: attempt + 1, uetr: randomUUID(), attempted_at: null, answer_to_bank: null };
  await changePayment(tx, id, { ...fresh, held_for_checks: false });
  await movePayment(ctx, id, {
    to: 'in_review',
    ...(await waitsHere(ctx, payment.contradicted_at === null ? asked : denied)),
  });
  await audit(ctx, 'payment.given_back', `payment:${id}`, { attempt, reasonCode, reasonText });
}

/** The rail contradicts itself: no money is moved on it, but somebody has to look. */
export const noteContradiction = (
  ctx: Ctx,
  { id, state }: Payment,
  {
    status: said,
    reasonCode,
  }: Pick<RailAnswer, 'reasonCode'> & Readonly<{ status: RailAnswer['status'] | 'returned' }>,
) => audit(ctx, 'payment.contradicted', `payment:${id}`, { state, said, reasonCode: reasonCode ?? null });

const beforeHandOver: readonly PaymentState[] = ['in_review', 'info_required', 'ready'];

/**
 * The bank says that it carried out an order which it had given back. Until a person knows, the payment goes nowhere: it is
 * not handed over once more, and neither a click of its payer nor a question without an answer ends it.
 */
export async function holdBack(ctx: Ctx, payment: Payment): Promise<void> {
  const { tx, now } = ctx;
  const { id } = payment;
  if (payment.contradicted_at !== null) return;
  await changePayment(tx, id, { contradicted_at: now });
  const state = payment.state as PaymentState;
  if (!beforeHandOver.includes(state)) return;
  const waits = await waitsHere(ctx, denied);
  if (state === 'in_review') await changeWaits(ctx, id, waits, true);
  else await movePayment(ctx, id, { to: 'in_review', ...waits });
}

const hasLeft: readonly PaymentState[] = ['sent', 'completed', 'returned'];

/**
 * The bank says no of an order once more. Where that takes back all that it had said of having made one, the payment waits
 * as before: it may be answered, refused or cancelled again. By the bank's own clock: an old no that comes late changes nothing.
 */
export async function takeBack(ctx: Ctx, payment: Payment, answer: RailAnswer): Promise<void> {
  const { id, state, contradicted_at: since } = payment;
  if (since === null || hasLeft.includes(state as PaymentState)) return;
  if ((await claimsOf(ctx.tx, payment, answer.document)).length > 0) return;
  await changePayment(ctx.tx, id, { contradicted_at: null });
  await audit(ctx, 'payment.contradiction_withdrawn', `payment:${id}`, { since: since.toISOString() });
  if (state === 'in_review') await changeWaits(ctx, id, await waitsHere(ctx, asked), true);
}

/** The next order never came to a bank which says that it made an earlier one: the payment waits for whoever finds out. */
export async function holdUnseen(ctx: Ctx, { id }: Payment): Promise<void> {
  await movePayment(ctx, id, { to: 'in_review', ...(await waitsHere(ctx, denied)) });
}

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

/** A payment under recall is not held: nobody would answer the query. */
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

async function waitsHere({ tx, now }: Pick<Ctx, 'tx' | 'now'>, words: Words) {
  const { newsAt, decidedBy } = await promisedAt(tx, now);
  return { reasonCode: 'extra_checks' as const, ...words, nextUpdateAt: newsAt, deadlineAt: decidedBy };
}

/**
 * The bank rejected the attempt because it needs information. Nothing was sent and the money stays held. A resubmission
 * needs new ids, because a bank accepts an id only once.
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

/** No money moves on contradictory reports; staff must decide. */
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
 * The bank reports a rejected attempt as executed. Until staff decide, the payment is not resubmitted, cancelled or
 * expired: that could pay twice.
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
 * A later rejection withdraws the conflicting report. Reports are ordered by the bank's clock, so an old rejection that
 * arrives late changes nothing.
 */
export async function takeBack(ctx: Ctx, payment: Payment, answer: RailAnswer): Promise<void> {
  const { id, state, contradicted_at: since } = payment;
  if (since === null || hasLeft.includes(state as PaymentState)) return;
  if ((await claimsOf(ctx.tx, payment, answer.document)).length > 0) return;
  await changePayment(ctx.tx, id, { contradicted_at: null });
  await audit(ctx, 'payment.contradiction_withdrawn', `payment:${id}`, { since: since.toISOString() });
  if (state === 'in_review') await changeWaits(ctx, id, await waitsHere(ctx, asked), true);
}

export async function holdUnseen(ctx: Ctx, { id }: Payment): Promise<void> {
  await movePayment(ctx, id, { to: 'in_review', ...(await waitsHere(ctx, denied)) });
}

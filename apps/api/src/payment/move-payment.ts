import type { PaymentState, ReasonCode } from '@larkmere/contract/payment';
import { emit } from '../kernel/outbox.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';
import { endPayment } from './end-payment.ts';
import { nextLimit } from './note-late.ts';
import { changePayment, enterState, lockPayment } from './payment.sql.ts';
import type { Payment } from './payment.ts';
import { newsOf } from './payment.view.ts';
import { paymentHeld, paymentWaiting } from './payment-news.ts';
import { mayBecome } from './payment-state.ts';

export type ReviewDecision = Readonly<
  | { to: 'ready'; answer?: string | undefined }
  | {
      to: 'in_review' | 'info_required';
      reasonCode: ReasonCode;
      reason: string;
      nextStep: string;
      nextUpdateAt: Date;
      deadlineAt: Date;
    }
  | { to: 'rejected' | 'expired'; reasonCode: ReasonCode | null; reason: string }
>;

export async function movePayment(ctx: Ctx, id: string, decision: ReviewDecision): Promise<Payment> {
  const payment = await lockPayment(ctx.tx, id);
  if (!payment) throw new Refusal('not_found');
  if (!mayBecome(payment.state as PaymentState, decision.to)) throw new Refusal('invalid_transition');
  if (payment.contradicted_at !== null && decision.to !== 'in_review')
    throw new Refusal('invalid_transition', { message: madeAfterAll[decision.to] });
  if (decision.to === 'ready') return release(ctx, payment, decision.answer);
  if (!('nextStep' in decision))
    return endPayment(ctx, payment, decision.to, { code: decision.reasonCode, sentence: decision.reason });
  const { to, reasonCode, reason, nextStep, nextUpdateAt, deadlineAt } = decision;
  const waits = { reason_code: reasonCode, reason, next_step: nextStep, next_update_at: nextUpdateAt };
  const waiting = await enterState(ctx.tx, id, { state: to, ...waits, deadline_at: deadlineAt });
  await emit(ctx, paymentWaiting, newsOf(waiting));
  return waiting;
}

const says = 'The bank says that it carried out an order for this payment which it had given back.';
const givesAway = `${says} To give its payer the money could pay twice. Nothing was changed. Settle it by what the bank says, unless the bank takes that back.`;
const madeAfterAll = {
  ready: `${says} To send another could pay twice. Nothing was changed.`,
  info_required: `${says} No answer of the payer changes that. Nothing was changed.`,
  rejected: givesAway,
  expired: givesAway,
} as const;

async function release(ctx: Ctx, payment: Payment, answer: string | undefined): Promise<Payment> {
  const waits = { next_update_at: null, deadline_at: await nextLimit(ctx, payment) };
  if (payment.attempt > 1) await changePayment(ctx.tx, payment.id, { answer_to_bank: answer ?? null });
  const released = await enterState(ctx.tx, payment.id, { state: 'ready', ...waits });
  await emit(ctx, released.not_before === null ? paymentHeld : paymentWaiting, newsOf(released));
  return released;
}

import { audit } from '../kernel/audit.ts';
import { emit } from '../kernel/outbox.ts';
import type { Ctx } from '../kernel/verb.ts';
import { attemptNamed, notOurs } from './attempt.ts';
import { keepMessage } from './message.sql.ts';
import { lockPaymentOf } from './payment.sql.ts';
import type { Payment } from './payment.ts';
import { newsOf } from './payment.view.ts';
import { recallAnswered } from './payment-news.ts';
import type { RailRecallAnswer, RailRecallEvent } from './rails/rail.ts';
import { updateRecall } from './recall.sql.ts';

export async function receiveRecallAnswer(ctx: Ctx, { instructionId, answer }: RailRecallEvent): Promise<void> {
  const payment = await lockPaymentOf(ctx.tx, instructionId);
  if (!payment) throw notOurs(instructionId);
  if (attemptNamed(payment, instructionId) !== payment.attempt) return; // a rejected attempt cannot be recalled
  await noteRecallAnswer(ctx, payment, answer);
}

/** No money moves on a recall answer: returned funds arrive as a return. A second answer changes nothing. */
export async function noteRecallAnswer(ctx: Ctx, payment: Payment, answer: RailRecallAnswer): Promise<void> {
  const { tx, now } = ctx;
  const { outcome, reasonCode = null, document } = answer;
  await keepMessage(tx, payment.id, 'in', 'recall', document, now);
  const isAnswer = outcome !== 'pending';
  const change = { state: outcome, ...(isAnswer && { answer_code: reasonCode, answered_at: now }) };
  if (!(await updateRecall(tx, payment.id, change))) return;
  await audit(ctx, isAnswer ? 'payment.recall_answered' : 'payment.recall_delivered', `payment:${payment.id}`, {
    outcome,
    reasonCode,
  });
  if (isAnswer) await emit(ctx, recallAnswered, { ...newsOf(payment), outcome });
}

import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { attemptFromInstructionId, unknownInstructionRefusal } from '../payment/attempt.ts';
import { lockPaymentByInstruction } from '../payment/payment.sql.ts';
import type { Payment } from '../payment/payment.ts';
import { toPaymentEvent } from '../payment/payment.view.ts';
import { recallAnswered } from '../payment/payment-events.ts';
import { updateRecall } from '../payment/payment-recall.sql.ts';
import type { RailRecallEvent, RecallResponse } from '../payment/rail.ts';
import { storeMessage } from '../payment/rail-message.sql.ts';

export async function receiveRecallResponse(ctx: Ctx, { instructionId, answer }: RailRecallEvent): Promise<void> {
  const payment = await lockPaymentByInstruction(ctx.tx, instructionId);
  if (!payment) throw unknownInstructionRefusal(instructionId);
  if (attemptFromInstructionId(payment, instructionId) !== payment.attempt) return; // a rejected attempt cannot be recalled
  await recordRecallResponse(ctx, payment, answer);
}

/** No money moves on a recall answer: returned funds arrive as a return. A second answer changes nothing. */
export async function recordRecallResponse(ctx: Ctx, payment: Payment, answer: RecallResponse): Promise<void> {
  const { tx, now } = ctx;
  const { outcome, reasonCode = null, document } = answer;
  await storeMessage(tx, payment.id, 'in', 'recall', document, now);
  const isAnswer = outcome !== 'pending';
  const change = { state: outcome, ...(isAnswer && { answerCode: reasonCode, respondedAt: now }) };
  if (!(await updateRecall(tx, payment.id, change))) return;
  await audit(ctx, isAnswer ? 'payment.recall_answered' : 'payment.recall_delivered', `payment:${payment.id}`, {
    outcome,
    reasonCode,
  });
  if (isAnswer) await emit(ctx, recallAnswered, { ...toPaymentEvent(payment), outcome });
}

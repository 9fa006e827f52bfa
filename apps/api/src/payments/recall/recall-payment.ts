import { randomUUID } from 'node:crypto';
import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, Verb } from '../../platform/requests/verb.ts';
import { findBankholderIds, findRecalls, lockOwnPayment } from '../payment/payment.read.ts';
import { insertRecall, lockPaymentByInstruction, updateRecall } from '../payment/payment.sql.ts';
import type { Payment } from '../payment/payment.ts';
import { toPaymentEvent, viewPayment } from '../payment/payment.view.ts';
import { recallAnswered, recallRequested } from '../payment/payment-events.ts';
import { attemptFromInstructionId, unknownInstructionRefusal } from '../payment/payment-ids.ts';
import { canBeRecalled } from '../payment/payment-lifecycle.ts';
import { type RailRecallEvent, type RecallResponse, recallCodeOf } from '../payment/rail.ts';
import { storeMessage } from '../payment/rail-message.sql.ts';

export const recallPayment: Verb<typeof contract.payment.recall> = async (ctx, { id, reason }) => {
  const { tx, actor, now } = ctx;
  const payment = await lockOwnPayment(ctx, id);
  const before = (await findRecalls(tx, [id])).has(id);
  if (before || !canBeRecalled(payment.state))
    throw new Refusal('invalid_transition', {
      reason: message(before ? 'recall_already_requested' : 'recall_not_possible'),
    });
  await insertRecall(tx, {
    paymentId: id,
    recallId: randomUUID(),
    userId: actor.userId,
    reason: recallCodeOf(reason),
    requestedAt: now,
  });
  await emit(ctx, recallRequested, toPaymentEvent(payment));
  await audit(ctx, 'payment.recall_requested', `payment:${id}`, { reason });
  const holders = await findBankholderIds(tx, [payment]);
  return viewPayment(ctx, payment, holders.get(payment.accountId) ?? '');
};

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

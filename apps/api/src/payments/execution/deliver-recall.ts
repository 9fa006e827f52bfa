import type { ExternalHandler } from '../../platform/events/relay.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { findRecalls } from '../payment/payment.read.ts';
import { lockPayment } from '../payment/payment.sql.ts';
import type { Payment, PaymentEvent } from '../payment/payment.ts';
import { canRecallBeAnswered } from '../payment/payment-lifecycle.ts';
import type { PaymentBank, PaymentInstruction, RecallResponse } from '../payment/rail.ts';
import { storeMessage } from '../payment/rail-message.sql.ts';
import { recordRecallResponse } from '../recall/recall.ts';
import { AwaitingBankResponse, toInstruction } from './dispatch-payment.ts';

/**
 * Sends a recall outside any transaction. The message is deterministic, so a retry after a crash or a lost response is
 * harmless.
 */
export const deliverRecall =
  (bank: PaymentBank): ExternalHandler<PaymentEvent> =>
  async ({ transaction }, { payload: { paymentId } }) => {
    const delivery = await transaction((ctx) => composeRecallMessage(ctx, paymentId, bank));
    if (!delivery) return;
    const { payment, instruction, document } = delivery;
    const answer = await bank.submitRecall(instruction, document);
    if (answer === 'no_response' || answer === 'unknown_to_bank')
      throw new AwaitingBankResponse(`no answer about the recall of ${instruction.instructionId}`);
    await transaction((ctx) => recordDelivery(ctx, payment, document, answer));
  };

type RecallDelivery = Readonly<{ payment: Payment; instruction: PaymentInstruction; document: string }>;

async function composeRecallMessage(
  { tx }: Ctx,
  paymentId: string,
  bank: PaymentBank,
): Promise<RecallDelivery | undefined> {
  const payment = await lockPayment(tx, paymentId);
  const recall = (await findRecalls(tx, [paymentId])).get(paymentId);
  if (!payment || recall?.state !== 'asked' || !canRecallBeAnswered(payment.state)) return undefined;
  const order = toInstruction(payment);
  const wish = { recallId: recall.recallId, reason: recall.reason, requestedAt: recall.requestedAt };
  return { payment, instruction: order, document: bank.composeRecall(order, wish) };
}

async function recordDelivery(ctx: Ctx, payment: Payment, document: string, answer: RecallResponse): Promise<void> {
  await storeMessage(ctx.tx, payment.id, 'out', 'recall', document, ctx.now);
  await recordRecallResponse(ctx, payment, answer);
}

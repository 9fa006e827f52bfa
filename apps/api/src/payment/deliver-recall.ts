import type { PaymentState } from '@larkmere/contract/payment';
import type { OutsideListener } from '../kernel/relay.ts';
import type { Ctx } from '../kernel/verb.ts';
import { NoAnswerYet } from './dispatch-payment.ts';
import { keepMessage } from './message.sql.ts';
import { orderOf } from './order.ts';
import { lockPayment } from './payment.sql.ts';
import type { Payment, PaymentNews } from './payment.ts';
import type { RailOrder, RailRecallAnswer } from './rails/rail.ts';
import type { Rails } from './rails.ts';
import { recallsOf } from './recall.sql.ts';
import { mayBeAnswered, type RecallCode } from './recall.ts';
import { noteRecallAnswer } from './receive-recall-answer.ts';

/**
 * Sends a recall outside any transaction. The message is deterministic, so a retry after a crash or a lost response is
 * harmless.
 */
export const deliverRecall =
  (railOf: Rails): OutsideListener<PaymentNews> =>
  async ({ transaction }, { payload: { paymentId } }) => {
    const asked = await transaction((ctx) => compose(ctx, paymentId, railOf));
    if (!asked) return;
    const { payment, order, document } = asked;
    const answer = await railOf(payment).submitRecall(order, document);
    if (answer === 'silence' || answer === 'never_seen')
      throw new NoAnswerYet(`no answer about the recall of ${order.instructionId}`);
    await transaction((ctx) => take(ctx, payment, document, answer));
  };

type Asked = Readonly<{ payment: Payment; order: RailOrder; document: string }>;

async function compose({ tx }: Ctx, paymentId: string, railOf: Rails): Promise<Asked | undefined> {
  const payment = await lockPayment(tx, paymentId);
  const recall = (await recallsOf(tx, [paymentId])).get(paymentId);
  if (!payment || recall?.state !== 'asked' || !mayBeAnswered(payment.state as PaymentState)) return undefined;
  const order = orderOf(payment);
  const wish = { recallId: recall.recall_id, reason: recall.reason as RecallCode, requestedAt: recall.asked_at };
  return { payment, order, document: railOf(payment).composeRecall(order, wish) };
}

async function take(ctx: Ctx, payment: Payment, document: string, answer: RailRecallAnswer): Promise<void> {
  await keepMessage(ctx.tx, payment.id, 'out', 'recall', document, ctx.now);
  await noteRecallAnswer(ctx, payment, answer);
}

import { emit } from '../kernel/outbox.ts';
import type { OutsideListener } from '../kernel/relay.ts';
import type { Ctx } from '../kernel/verb.ts';
import { applyAnswer, giveUp } from './apply-answer.ts';
import { orderOf } from './order.ts';
import { keepMessage, outgoingDocument } from './message.sql.ts';
import { enterState, lockPayment } from './payment.sql.ts';
import type { Payment, PaymentNews } from './payment.ts';
import { newsOf } from './payment.view.ts';
import { paymentSubmitted } from './payment-news.ts';
import type { Rails } from './rails.ts';

/** How long the bank may take to say more before we ask. */
const askAgainSeconds = 15;

/** When the rail still says it has never seen a payment this old, no message of ours can be under way to it any more. */
const giveUpMs = 15 * 60_000;

/** The outcome is unknown. The delivery comes back later and asks before it sends anything. */
export class NoAnswerYet extends Error {
  override name = 'NoAnswerYet';
}

/**
 * Hands a payment to its rail, outside any transaction. It may run again after a crash or a lost answer: a payment that
 * was handed over before is asked about first, and sent again only when the rail has never seen it.
 */
export const dispatchPayment =
  (railOf: Rails): OutsideListener<PaymentNews> =>
  async ({ transaction }, { payload }) => {
    const step = await transaction((ctx) => handOver(ctx, payload.paymentId, railOf));
    if (!step) return; // decided in the meantime
    const rail = railOf(step.payment);
    const order = orderOf(step.payment);
    const known = step.again ? await rail.enquire(order) : 'never_seen';
    if (known === 'never_seen' && step.late) {
      await transaction((ctx) => giveUp(ctx, payload.paymentId));
      return;
    }
    const answer = known === 'never_seen' ? await rail.submit(order, step.document) : known;
    if (answer === 'silence') throw new NoAnswerYet(`no answer from ${rail.name} about ${order.endToEndId}`);
    await transaction((ctx) => applyAnswer(ctx, payload.paymentId, answer));
  };

type Step = Readonly<{ payment: Payment; document: string; again: boolean; late: boolean }>;

/** Before the first byte leaves, the payment says so: whoever comes after a crash knows that it may have been sent. */
async function handOver(ctx: Ctx, paymentId: string, railOf: Rails): Promise<Step | undefined> {
  const { tx } = ctx;
  const payment = await lockPayment(tx, paymentId);
  if (payment?.state === 'submitted') {
    const document = await outgoingDocument(tx, paymentId);
    if (document === undefined) throw new Error(`payment ${paymentId} was handed over without a document`);
    return { payment, document, again: true, late: ctx.now.getTime() - payment.created_at.getTime() > giveUpMs };
  }
  if (payment?.state !== 'ready') return undefined;
  const document = railOf(payment).compose(orderOf(payment));
  await keepMessage(tx, paymentId, 'out', 'pain.001', document);
  const submitted = await enterState(tx, paymentId, {
    state: 'submitted',
    next_update_at: new Date(ctx.now.getTime() + askAgainSeconds * 1000),
  });
  await emit(ctx, paymentSubmitted, newsOf(submitted));
  return { payment: submitted, document, again: false, late: false };
}

import { emit } from '../kernel/outbox.ts';
import type { OutsideListener } from '../kernel/relay.ts';
import type { Ctx } from '../kernel/verb.ts';
import { applyAnswer, giveUp } from './apply-answer.ts';
import { keepMessage, outgoingMessage } from './message.sql.ts';
import { nextLimit } from './note-late.ts';
import { orderOf } from './order.ts';
import { changePayment, enterState, lockPayment } from './payment.sql.ts';
import type { Payment, PaymentNews } from './payment.ts';
import { newsOf } from './payment.view.ts';
import { paymentSubmitted } from './payment-news.ts';
import type { Rails } from './rails.ts';
import { type Silence, silenceOf } from './setting.sql.ts';

export class NoAnswerYet extends Error {
  override name = 'NoAnswerYet';
}

/**
 * Submits a payment to its rail, outside any transaction. After a crash or a lost response it enquires first and
 * resubmits only what the bank does not know.
 */
export const dispatchPayment =
  (railOf: Rails): OutsideListener<PaymentNews> =>
  async ({ withOthers }, { payload }) => {
    const step = await withOthers((ctx) => handOver(ctx, payload, railOf));
    if (!step) return;
    const rail = railOf(step.payment);
    const order = orderOf(step.payment);
    const known = step.underWaySeconds === undefined ? 'never_seen' : await rail.enquire(order, step.at);
    const { underWaySeconds = 0, sendAgainSeconds, giveUpSeconds } = step;
    // The last resubmission can no longer be in transit.
    if (known === 'never_seen' && underWaySeconds > giveUpSeconds) {
      await withOthers((ctx) => giveUp(ctx, step.payment));
      return;
    }
    const mayGo = known === 'never_seen' && underWaySeconds <= sendAgainSeconds;
    const answer = mayGo ? await rail.submit(order, step.document) : known;
    if (answer === 'silence' || answer === 'never_seen')
      throw new NoAnswerYet(`no answer from ${rail.name} about ${order.instructionId}`);
    await withOthers((ctx) => applyAnswer(ctx, step.payment, answer));
  };

type Step = Silence & Readonly<{ payment: Payment; document: string; at: Date; underWaySeconds?: number }>;

/** The state is written before the first byte is sent, so after a crash we know that it may have been sent. */
async function handOver(ctx: Ctx, { paymentId, attempt = 1 }: PaymentNews, railOf: Rails): Promise<Step | undefined> {
  const { tx } = ctx;
  const payment = await lockPayment(tx, paymentId);
  if (payment?.attempt !== attempt) return undefined;
  if (payment.state === 'submitted') {
    const sent = await outgoingMessage(tx, paymentId);
    if (!sent) throw new Error(`payment ${paymentId} was handed over without a document`);
    const silence = await silenceOf(tx, { ...payment, at: sent.at });
    const underWaySeconds = (ctx.now.getTime() - sent.at.getTime()) / 1000;
    return { ...silence, payment, document: sent.document, at: ctx.now, underWaySeconds };
  }
  if (payment.state !== 'ready' || payment.not_before !== null) return undefined;
  const going = attempt === 1 ? payment : await changePayment(tx, paymentId, { attempted_at: ctx.now });
  const document = railOf(going).compose(orderOf(going));
  await keepMessage(tx, paymentId, 'out', 'order', document, ctx.now);
  const silence = await silenceOf(tx, { ...payment, at: ctx.now });
  const submitted = await enterState(tx, paymentId, {
    state: 'submitted',
    deadline_at: await nextLimit(ctx, payment),
    next_update_at: new Date(ctx.now.getTime() + silence.answerSeconds * 1000),
  });
  await emit(ctx, paymentSubmitted, newsOf(submitted));
  return { ...silence, payment: submitted, document, at: ctx.now };
}

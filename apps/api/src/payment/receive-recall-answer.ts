import { audit } from '../kernel/audit.ts';
import type { Ctx } from '../kernel/verb.ts';
import { keepMessage } from './message.sql.ts';
import { lockPaymentByReference } from './payment.sql.ts';
import type { RailRecallEvent } from './rails/rail.ts';

/**
 * The payee's bank answered a recall. No money moves on it: what is given back comes as a return of its own, so here the
 * answer is kept beside the payment.
 */
export async function receiveRecallAnswer(ctx: Ctx, { endToEndId, answer }: RailRecallEvent): Promise<void> {
  const payment = await lockPaymentByReference(ctx.tx, endToEndId);
  if (!payment) throw new Error(`an answer to a recall of ${endToEndId}, which we did not send`);
  await keepMessage(ctx.tx, payment.id, 'in', 'recall', answer.document);
  const { outcome, reasonCode = null } = answer;
  await audit(ctx, 'payment.recall_answered', `payment:${payment.id}`, { outcome, reasonCode });
}

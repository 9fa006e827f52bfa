import { randomUUID } from 'node:crypto';
import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { lockOwnPayment } from '../payment/own-payment.ts';
import { findBankholderIds } from '../payment/payment.read.ts';
import { toPaymentEvent, viewPayment } from '../payment/payment.view.ts';
import { recallRequested } from '../payment/payment-events.ts';
import { findRecalls, insertRecall } from '../payment/payment-recall.sql.ts';
import { canBeRecalled, recallCodeOf } from '../payment/payment-recall.ts';

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

import { randomUUID } from 'node:crypto';
import type { contract } from '@larkmere/contract/contract';
import type { PaymentState } from '@larkmere/contract/payment';
import { audit } from '../kernel/audit.ts';
import { emit } from '../kernel/outbox.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Verb } from '../kernel/verb.ts';
import { requireOwnPaymentLocked } from './own-payment.ts';
import { bankholderIdsOf } from './payment.read.ts';
import { newsOf, viewPayment } from './payment.view.ts';
import { recallAsked } from './payment-news.ts';
import { insertRecall, recallsOf } from './recall.sql.ts';
import { codeOf, mayBeRecalled } from './recall.ts';

export const recallPayment: Verb<typeof contract.payment.recall> = async (ctx, { id, reason }) => {
  const { tx, actor, now } = ctx;
  const payment = await requireOwnPaymentLocked(ctx, id);
  const before = (await recallsOf(tx, [id])).has(id);
  if (before || !mayBeRecalled(payment.state as PaymentState))
    throw new Refusal('invalid_transition', {
      message: before
        ? 'You have asked for this payment back already. We tell you as soon as the payee’s bank answers.'
        : 'Only a payment that the bank has can be asked back. Nothing was changed.',
    });
  await insertRecall(tx, {
    payment_id: id,
    recall_id: randomUUID(),
    person_id: actor.personId,
    reason: codeOf(reason),
    asked_at: now,
  });
  await emit(ctx, recallAsked, newsOf(payment));
  await audit(ctx, 'payment.recall_asked', `payment:${id}`, { reason });
  const holders = await bankholderIdsOf(tx, [payment]);
  return viewPayment(ctx, payment, holders.get(payment.account_id) ?? '');
};

import type { contract } from '@larkmere/contract/contract';
import { Refusal } from '../kernel/refusal.ts';
import type { Verb } from '../kernel/verb.ts';
import { selectPayment } from './instant-payment.sql.ts';
import { viewPayment } from './instant-payment.view.ts';

export const showPayment: Verb<typeof contract.instantPayment.view> = async (ctx, { id }) => {
  const payment = await selectPayment(ctx.tx, id);
  if (!payment || payment.customer_id !== ctx.actor.customerId) throw new Refusal('not_found');
  return viewPayment(ctx, payment);
};

import type { contract } from '@larkmere/contract/contract';
import { canUseAccount } from '../../accounts/bank-account/bank-account.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { selectPayment, selectPayments } from './open-banking.sql.ts';
import { viewPayment, viewPayments } from './open-banking.view.ts';

const maxPayments = 100;

export const listPayments: Verb<typeof contract.instantPayment.list> = async (ctx) => ({
  list: await viewPayments(ctx, await selectPayments(ctx.tx, ctx.actor, maxPayments)),
});

export const getPayment: Verb<typeof contract.instantPayment.view> = async (ctx, { id }) => {
  const payment = await selectPayment(ctx.tx, id);
  if (payment?.customerId !== ctx.actor.customerId || !canUseAccount(ctx.actor, payment.bankholderId))
    throw new Refusal('not_found');
  return viewPayment(ctx, payment);
};

import type { contract } from '@larkmere/contract/contract';
import { requireOwnAccount } from '../bank-account/bank-account.ts';
import { requireAmount } from '../kernel/amount.ts';
import type { Verb } from '../kernel/verb.ts';
import { requireOwnPayee } from '../payee/payee.ts';
import { smaller } from './limits.ts';
import { accountOfPayee } from './party.ts';
import { planFor } from './plan.ts';
import { priceOf, viewPrice } from './price.ts';
import { capFor, wayOf } from './way.ts';

export const pricePayment: Verb<typeof contract.payment.price> = async (ctx, input) => {
  const account = await requireOwnAccount(ctx, input.sourceBankholderId);
  const amount = requireAmount(input.currency, input.amount);
  const route = account.vendorType === 'ifx' ? 'ifx' : 'direct';
  const way = await wayOf(ctx.tx, { amount, tier: ctx.actor.userType, route, scheme: input.scheme });
  const plan = await planFor(ctx, { ...way, currency: input.currency, day: input.executionDate });
  const payee = input.payeeUid === undefined ? undefined : await requireOwnPayee(ctx, input.payeeUid);
  const price = await priceOf(ctx, ctx.actor, way, amount, { leavesAt: plan.asked?.leavesAt, payee });
  const named = payee && accountOfPayee(payee);
  const cap = named && (await capFor(ctx.tx, way, named, amount.currency));
  const bounded = cap ? { ...price, perPayment: smaller(price.perPayment, cap) } : price;
  return viewPrice(ctx, bounded, account, { plan, payee });
};

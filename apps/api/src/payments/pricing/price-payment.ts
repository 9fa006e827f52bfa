import type { contract } from '@larkmere/contract/contract';
import { requireOwnAccount } from '../../accounts/bank-account/bank-account.ts';
import { requireOwnPayee } from '../../payees/payee/payee.ts';
import { requirePositiveAmount } from '../../platform/requests/amount.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { payeeRailAccount } from '../payment/payment-party.ts';
import { findExecutionSchedule } from './execution-date.ts';
import { smallerAmount } from './limits.ts';
import { calculatePrice, loadPriceView } from './price.ts';
import { accountRoute, domesticRoute, payeeBankLimitFor } from './route.ts';

export const pricePayment: Verb<typeof contract.payment.price> = async (ctx, input) => {
  const account = await requireOwnAccount(ctx, input.sourceBankholderId);
  const amount = requirePositiveAmount(input.currency, input.amount);
  const route = accountRoute(account.vendorType);
  const way = await domesticRoute(ctx.tx, { amount, tier: ctx.actor.userType, route, scheme: input.scheme });
  const plan = await findExecutionSchedule(ctx, { ...way, currency: input.currency, day: input.executionDate });
  const payee = input.payeeUid === undefined ? undefined : await requireOwnPayee(ctx, input.payeeUid);
  const price = await calculatePrice(ctx, ctx.actor, way, amount, { executesAt: plan.requested?.executesAt, payee });
  const named = payee && payeeRailAccount(payee);
  const cap = named && (await payeeBankLimitFor(ctx.tx, way, named, amount.currency));
  const bounded = cap ? { ...price, perPayment: smallerAmount(price.perPayment, cap) } : price;
  return loadPriceView(ctx, bounded, account, { plan, payee });
};

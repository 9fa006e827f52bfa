import type { contract } from '@larkmere/contract/contract';
import type { GlobalPriceView } from '@larkmere/contract/global-payment';
import { add, formatAmount, type Money, subtract, zero } from '@larkmere/money/money';
import { requireOwnAccount } from '../bank-account/bank-account.ts';
import { findQuote, type Quote, viewExchange } from '../fx/fx.ts';
import { requireAmount } from '../kernel/amount.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { CustomerCtx, Verb } from '../kernel/verb.ts';
import { requireOwnPayee } from '../payee/payee.ts';
import {
  chargesExpected,
  costOfPayment,
  planOfPayment,
  priceOfPayment,
  swiftWay,
  viewOfPrice,
  wayToPayee,
  worstUnderRule,
} from '../payment/payment.ts';

export const priceGlobal: Verb<typeof contract.globalPayment.price> = async (ctx, input) => {
  const { chargeType, quoteId, payeeUid } = input;
  const account = await requireOwnAccount(ctx, input.sourceBankholderId);
  const quote = quoteId === undefined ? undefined : await findQuote(ctx, quoteId);
  const amount = quote?.price.buy ?? requireAmount(input.currency, input.amount);
  const spent = quote?.price.sell ?? amount;
  const payee = payeeUid === undefined ? undefined : await requireOwnPayee(ctx, payeeUid);
  const way = payee ? wayToPayee(payee.type, { chargeType }) : { ...swiftWay, chargeBearer: chargeType };
  const plan = quote
    ? undefined
    : await planOfPayment(ctx, { ...way, currency: input.currency, day: input.executionDate });
  const price = await priceOfPayment(ctx, ctx.actor, way, spent, { leavesAt: plan?.asked?.leavesAt, payee });
  const team = quote ? await teamOf(ctx, quote, price.fee) : null;
  const thirdParty = way.rail === 'swift' ? await chargesExpected(ctx.tx, { amount, ...way }) : zero(amount.currency);
  return {
    ...(await viewOfPrice(ctx, price, account, { plan, payee, sent: amount.currency })),
    chargeType,
    sent: wire(amount),
    thirdParty: wire(thirdParty),
    arrives: wire(subtract(amount, thirdParty)),
    exchange: quote ? viewExchange(quote.price) : null,
    totalCost: wire(costOfPayment({ fee: price.fee, kept: thirdParty, exchange: quote?.price })),
    team,
  };
};

async function teamOf(ctx: CustomerCtx, quote: Quote, fee: Money): Promise<GlobalPriceView['team']> {
  const worst = await worstUnderRule(ctx, ctx.actor, quote).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined;
    throw error;
  });
  if (!worst) return null;
  const { sell, buy } = worst.quote.price;
  return { most: wire(add(sell, fee)), least: wire(buy), worst: formatAmount(worst.limit) };
}

const wire = (value: Money) => ({ amount: formatAmount(value), currency: value.currency });

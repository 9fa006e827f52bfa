import type { contract } from '@larkmere/contract/contract';
import { formatAmount, type Money, subtract, zero } from '@larkmere/money/money';
import { requireOwnAccount } from '../bank-account/bank-account.ts';
import { findQuote, viewExchange } from '../fx/fx.ts';
import type { Verb } from '../kernel/verb.ts';
import { requireOwnPayee } from '../payee/payee.ts';
import {
  amountTyped,
  chargesExpected,
  costOfPayment,
  planOfPayment,
  priceOfPayment,
  swiftWay,
  viewOfPrice,
  wayToPayee,
} from '../payment/payment.ts';

/** What a payment abroad costs, and what of it arrives when the banks on the way keep what they usually do. */
export const priceGlobal: Verb<typeof contract.globalPayment.price> = async (ctx, input) => {
  const { chargeType, quoteId, payeeUid } = input;
  const account = await requireOwnAccount(ctx, input.sourceBankholderId);
  const quote = quoteId === undefined ? undefined : await findQuote(ctx, quoteId);
  const amount = quote?.price.buy ?? amountTyped(input.currency, input.amount);
  const spent = quote?.price.sell ?? amount;
  const way =
    payeeUid === undefined
      ? { ...swiftWay, chargeBearer: chargeType }
      : wayToPayee((await requireOwnPayee(ctx, payeeUid)).type, { chargeType });
  // What is exchanged leaves at its quote, and never later.
  const plan = quote
    ? undefined
    : await planOfPayment(ctx, { ...way, currency: input.currency, day: input.executionDate });
  const price = await priceOfPayment(ctx, ctx.actor, way, spent, { leavesAt: plan?.asked?.leavesAt });
  const thirdParty = way.rail === 'swift' ? await chargesExpected(ctx.tx, { amount, ...way }) : zero(amount.currency);
  return {
    ...(await viewOfPrice(ctx, price, account, plan)),
    chargeType,
    sent: wire(amount),
    thirdParty: wire(thirdParty),
    arrives: wire(subtract(amount, thirdParty)),
    exchange: quote ? viewExchange(quote.price) : null,
    totalCost: wire(costOfPayment({ fee: price.fee, kept: thirdParty, exchange: quote?.price })),
  };
};

const wire = (value: Money) => ({ amount: formatAmount(value), currency: value.currency });

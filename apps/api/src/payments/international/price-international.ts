import type { contract } from '@larkmere/contract/contract';
import type { InternationalPriceView } from '@larkmere/contract/payments/international';
import { add, formatAmount, type Money, subtract, zero } from '@larkmere/money/money';
import { requireOwnAccount } from '../../accounts/bank-account/bank-account.ts';
import { findOwnQuote, type Quote, toExchangeView } from '../../fx/conversion/conversion.ts';
import { requireOwnPayee } from '../../payees/payee/payee.ts';
import { requirePositiveAmount } from '../../platform/requests/amount.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { worstCaseDuringApproval } from '../initiation/initiation.ts';
import { totalCost } from '../payment/payment.ts';
import {
  calculatePrice,
  crossBorderRoute,
  expectedCharges,
  findExecutionSchedule,
  loadPriceView,
  swiftRoute,
} from '../pricing/pricing.ts';

export const priceInternational: Verb<typeof contract.globalPayment.price> = async (ctx, input) => {
  const { chargeType, quoteId, payeeUid } = input;
  const account = await requireOwnAccount(ctx, input.sourceBankholderId);
  const quote = quoteId === undefined ? undefined : await findOwnQuote(ctx, quoteId);
  const amount = quote?.price.buy ?? requirePositiveAmount(input.currency, input.amount);
  const spent = quote?.price.sell ?? amount;
  const payee = payeeUid === undefined ? undefined : await requireOwnPayee(ctx, payeeUid);
  const way = payee ? crossBorderRoute(payee.type, { chargeType }) : { ...swiftRoute, chargeBearer: chargeType };
  const plan = quote
    ? undefined
    : await findExecutionSchedule(ctx, { ...way, currency: input.currency, day: input.executionDate });
  const price = await calculatePrice(ctx, ctx.actor, way, spent, { executesAt: plan?.requested?.executesAt, payee });
  const team = quote ? await worstCaseViewOf(ctx, quote, price.fee) : null;
  const thirdParty = way.rail === 'swift' ? await expectedCharges(ctx.tx, { amount, ...way }) : zero(amount.currency);
  return {
    ...(await loadPriceView(ctx, price, account, { plan, payee, sent: amount.currency })),
    chargeType,
    sent: toAmountView(amount),
    intermediaryCharges: toAmountView(thirdParty),
    arrives: toAmountView(subtract(amount, thirdParty)),
    exchange: quote ? toExchangeView(quote.price) : null,
    totalCost: toAmountView(totalCost({ fee: price.fee, deducted: thirdParty, exchange: quote?.price })),
    team,
  };
};

async function worstCaseViewOf(ctx: CustomerCtx, quote: Quote, fee: Money): Promise<InternationalPriceView['team']> {
  const worst = await worstCaseDuringApproval(ctx, ctx.actor, quote).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined;
    throw error;
  });
  if (!worst) return null;
  const { sell, buy } = worst.quote.price;
  return { maxDebit: toAmountView(add(sell, fee)), minCredit: toAmountView(buy), worstCase: formatAmount(worst.limit) };
}

const toAmountView = (value: Money) => ({ amount: formatAmount(value), currency: value.currency });

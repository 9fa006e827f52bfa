import type { Principal } from '../../customers/customer/customer.ts';
import {
  approvalRequirementsForPayments,
  createWorstCaseQuote,
  type EndedQuote,
  findQuotes,
  markQuoteUsed,
  type Quote,
  quoteWithinAgreedLimit,
  requireTradingPermission,
  requireWorstCaseConsent,
  storeEndedQuote,
  type WorstCaseQuote,
  withdrawLockedQuote,
} from '../../fx/conversion/conversion.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import type { Payment } from '../payment/payment.ts';
import type { PaymentExchange, PaymentOrder } from './payment-order.ts';

export async function worstCaseDuringApproval(
  ctx: Ctx,
  payer: Principal,
  quote: Quote,
): Promise<WorstCaseQuote | undefined> {
  const demands = await approvalRequirementsForPayments(ctx, payer, [quote.price.sell]);
  return demands.length === 0 ? undefined : createWorstCaseQuote(ctx, quote);
}

/**
 * A quote expires while colleagues approve, so the order is stored at the worst case that its maker agreed to. Refuses
 * `approval_required`, with that worst case in its data, if the maker has not agreed.
 */
export async function deferExchange(ctx: Ctx, payer: Principal, order: PaymentOrder): Promise<PaymentOrder> {
  if (!('agreedWorstCase' in order)) return order;
  const { exchange, agreedWorstCase } = order;
  const worst = await worstCaseDuringApproval(ctx, payer, exchange.quote);
  if (!worst) return order;
  requireWorstCaseConsent(worst, agreedWorstCase, 'payment');
  const { quote } = worst;
  const replaced = exchange.kind === 'accepted' ? exchange.quote : undefined;
  return { ...order, amount: quote.price.buy, exchange: { kind: 'worst_case', quote, replaced } };
}

export async function storeExchange(ctx: Ctx, payer: Principal, exchange: PaymentExchange | undefined): Promise<void> {
  switch (exchange?.kind) {
    case undefined:
      return;
    case 'accepted':
      return markQuoteUsed(ctx, exchange.quote);
    case 'immediate':
      return storeEndedQuote(ctx, payer, exchange.quote);
    case 'worst_case':
      await storeEndedQuote(ctx, payer, exchange.quote);
      if (exchange.replaced) await withdrawLockedQuote(ctx, exchange.replaced);
  }
}

/** Refuses `rate_moved` while the rate is worse than agreed. */
export async function priceDeferredExchange(
  ctx: Pick<Ctx, 'tx' | 'now'>,
  payer: Principal,
  payment: Payment,
): Promise<EndedQuote | undefined> {
  const agreed = await findAgreedQuote(ctx, payment);
  if (!agreed) return undefined;
  await requireTradingPermission({ tx: ctx.tx, actor: payer }, 'payment.crosscurrency');
  return quoteWithinAgreedLimit(ctx, payer, agreed);
}

export async function findAgreedQuote({ tx }: Pick<Ctx, 'tx'>, { quoteId }: Payment): Promise<Quote | undefined> {
  return quoteId === null ? undefined : (await findQuotes(tx, [quoteId])).get(quoteId);
}

export const toExchangeColumns = ({ id, price }: EndedQuote) => ({
  quoteId: id,
  soldCurrency: price.sell.currency,
  soldMinor: price.sell.minor,
  amountMinor: price.buy.minor,
});

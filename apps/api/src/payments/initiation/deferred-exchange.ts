import {
  approvalRequirementsForPayments,
  createWorstCaseQuote,
  findQuotes,
  type ImmediateQuote,
  type Quote,
  quoteWithinAgreedLimit,
  requireTradingPermission,
  requireWorstCaseConsent,
  type WorstCaseQuote,
} from '../../fx/conversion/conversion.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import type { Payer, Payment } from '../payment/payment.ts';
import { isUnattended } from './approval-requirements.ts';
import type { PaymentOrder } from './payment-order.ts';

export async function worstCaseDuringApproval(
  ctx: Ctx,
  payer: Payer,
  quote: Quote,
): Promise<WorstCaseQuote | undefined> {
  const demands = await approvalRequirementsForPayments(ctx, payer, [quote.price.sell]);
  return demands.length === 0 ? undefined : createWorstCaseQuote(ctx, payer, quote);
}

/**
 * A quote expires while colleagues approve, so the order is stored at the worst case that its maker agreed to. Refuses
 * `approval_required`, with that worst case in its data, if the maker has not agreed.
 */
export async function deferExchange(ctx: Ctx, payer: Payer, order: PaymentOrder): Promise<PaymentOrder> {
  const { exchange, agreedWorstCase: agreed, isPreApproved } = order;
  if (!exchange || isPreApproved || isUnattended(order)) return order;
  const worst = await worstCaseDuringApproval(ctx, payer, exchange);
  if (!worst) return order;
  requireWorstCaseConsent(worst, agreed, 'payment');
  return { ...order, amount: worst.quote.price.buy, exchange: worst.quote, storeQuote: worst.persist };
}

/** Refuses `rate_moved` while the rate is worse than agreed. */
export async function priceDeferredExchange(
  ctx: Pick<Ctx, 'tx' | 'now'>,
  payer: Payer,
  payment: Payment,
): Promise<ImmediateQuote | undefined> {
  const agreed = await findAgreedQuote(ctx, payment);
  if (!agreed) return undefined;
  await requireTradingPermission({ tx: ctx.tx, actor: payer }, 'payment.crosscurrency');
  return quoteWithinAgreedLimit(ctx, payer, agreed);
}

export async function findAgreedQuote({ tx }: Pick<Ctx, 'tx'>, { quote_id }: Payment): Promise<Quote | undefined> {
  return quote_id === null ? undefined : (await findQuotes(tx, [quote_id])).get(quote_id);
}

export const toExchangeColumns = ({ quote: { id, price } }: ImmediateQuote) => ({
  quote_id: id,
  sold_currency: price.sell.currency,
  sold_minor: price.sell.minor,
  amount_minor: price.buy.minor,
});

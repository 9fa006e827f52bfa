import {
  priceWithin,
  type Quote,
  quotesOf,
  requireAgreedTo,
  requireRightToDeal,
  type ToUse,
  type Worst,
  worstOfQuote,
} from '../fx/fx.ts';
import type { Ctx } from '../kernel/verb.ts';
import { demandsOnMoney, paysByItself } from './demands.ts';
import type { Payer, Payment, PaymentOrder } from './payment.ts';

export async function worstWhileAsked(ctx: Ctx, payer: Payer, quote: Quote): Promise<Worst | undefined> {
  const demands = await demandsOnMoney(ctx, payer, [quote.price.sell]);
  return demands.length === 0 ? undefined : worstOfQuote(ctx, payer, quote);
}

/**
 * A quote expires while colleagues approve, so the order is stored at the worst case that its maker agreed to. Refuses
 * `approval_required`, with that worst case in its data, if the maker has not agreed.
 */
export async function exchangeLater(ctx: Ctx, payer: Payer, order: PaymentOrder): Promise<PaymentOrder> {
  const { exchange, worst: agreed, teamApproved } = order;
  if (!exchange || teamApproved || paysByItself(order)) return order;
  const worst = await worstWhileAsked(ctx, payer, exchange);
  if (!worst) return order;
  requireAgreedTo(worst, agreed, 'payment');
  return { ...order, amount: worst.quote.price.buy, exchange: worst.quote, keepQuote: worst.keep };
}

/** Refuses `rate_moved` while the rate is worse than agreed. */
export async function exchangeNow(ctx: Ctx, payer: Payer, payment: Payment): Promise<ToUse | undefined> {
  const agreed = await agreedQuote(ctx, payment);
  if (!agreed) return undefined;
  await requireRightToDeal({ tx: ctx.tx, actor: payer }, 'payment.crosscurrency');
  return priceWithin(ctx, payer, agreed);
}

export async function agreedQuote({ tx }: Pick<Ctx, 'tx'>, { quote_id }: Payment): Promise<Quote | undefined> {
  return quote_id === null ? undefined : (await quotesOf(tx, [quote_id])).get(quote_id);
}

export const columnsOfExchange = ({ quote: { id, price } }: ToUse) => ({
  quote_id: id,
  sold_currency: price.sell.currency,
  sold_minor: price.sell.minor,
  amount_minor: price.buy.minor,
});

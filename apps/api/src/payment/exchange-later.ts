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

/** The worst that may become of a quote while colleagues of the payer approve it; undefined when nobody has to. */
export async function worstWhileAsked(ctx: Ctx, payer: Payer, quote: Quote): Promise<Worst | undefined> {
  const demands = await demandsOnMoney(ctx, payer, [quote.price.sell]);
  return demands.length === 0 ? undefined : worstOfQuote(ctx, payer, quote);
}

/**
 * An order at a quote as it waits for colleagues: a quote does not, so it stands at the worst that its maker agreed to,
 * until the last of them approves. Any other order stays as it is. Refuses `approval_required`, with that worst in its
 * data, when the maker has not agreed to it.
 */
export async function exchangeLater(ctx: Ctx, payer: Payer, order: PaymentOrder): Promise<PaymentOrder> {
  const { exchange, worst: agreed, teamApproved } = order;
  if (!exchange || teamApproved || paysByItself(order)) return order;
  const worst = await worstWhileAsked(ctx, payer, exchange);
  if (!worst) return order;
  requireAgreedTo(worst, agreed, 'payment');
  return { ...order, amount: worst.quote.price.buy, exchange: worst.quote, keepQuote: worst.keep };
}

/**
 * The exchange of a payment that colleagues have approved, at the rate of this moment. Undefined for one that is not
 * exchanged. Refuses `rate_moved` while the rate is worse than what its maker agreed to, and as `requireRightToDeal` and
 * `priceToUse` do.
 */
export async function exchangeNow(ctx: Ctx, payer: Payer, payment: Payment): Promise<ToUse | undefined> {
  const agreed = await agreedQuote(ctx, payment);
  if (!agreed) return undefined;
  await requireRightToDeal({ tx: ctx.tx, actor: payer }, 'payment.crosscurrency');
  return priceWithin(ctx, payer, agreed);
}

/** The worst that was agreed to for a payment that waits; undefined for one that is not exchanged. */
export async function agreedQuote({ tx }: Pick<Ctx, 'tx'>, { quote_id }: Payment): Promise<Quote | undefined> {
  return quote_id === null ? undefined : (await quotesOf(tx, [quote_id])).get(quote_id);
}

/** What becomes of the columns of a payment with its exchange. */
export const columnsOfExchange = ({ quote: { id, price } }: ToUse) => ({
  quote_id: id,
  sold_currency: price.sell.currency,
  sold_minor: price.sell.minor,
  amount_minor: price.buy.minor,
});

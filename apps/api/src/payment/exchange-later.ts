import { compare, formatAmount, type Money, readAmount } from '@larkmere/money/money';
import { priceToUse, type Quote, quotesOf, requireRightToDeal, type ToUse, worstOfQuote } from '../fx/fx.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';
import { demandsOnMoney, paysByItself } from './demands.ts';
import type { Payer, Payment, PaymentOrder } from './payment.ts';

/** The worst that may become of a quote while colleagues of the payer approve it; undefined when nobody has to. */
export async function worstWhileAsked(ctx: Ctx, payer: Payer, quote: Quote): Promise<Worst | undefined> {
  const demands = await demandsOnMoney(ctx, payer, [quote.price.sell]);
  if (demands.length === 0) return undefined;
  const worst = await worstOfQuote(ctx, payer, quote);
  return { ...worst, limit: limitOf(worst.quote) };
}

type Worst = ToUse & Readonly<{ limit: Money }>;

/** The side that the rate decides: what leaves at most, or is sent at least. */
const limitOf = ({ side, price: { sell, buy } }: Quote): Money => (side === 'sell' ? buy : sell);

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
  const { limit } = worst;
  const typed = agreed === undefined ? undefined : readAmount(limit.currency, agreed);
  if (!typed || compare(typed, limit) !== 0) throw notAgreed(exchange, limit);
  return { ...order, amount: worst.quote.price.buy, exchange: worst.quote, keepQuote: worst.keep };
}

function notAgreed({ side }: Quote, limit: Money): Refusal {
  const [amount, currency] = [formatAmount(limit), limit.currency];
  const how =
    side === 'sell'
      ? `${amount} ${currency} are sent at least`
      : `${amount} ${currency} beside the fee are taken at most`;
  return new Refusal('approval_required', {
    message: `A colleague has to approve payments like this, and the rate does not wait for that. Nothing was sent. Agree that ${how} at the rate of then.`,
    data: { worst: amount, currency },
  });
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
  const { side, price } = agreed;
  const [sell, buy] = [price.sell.currency, price.buy.currency];
  const fixed = side === 'sell' ? price.sell : price.buy;
  const found = await priceToUse(ctx, payer, { tier: payer.userType, side, sell, buy, amount: fixed });
  const isWorse = compare(found.quote.price.sell, price.sell) > 0 || compare(found.quote.price.buy, price.buy) < 0;
  if (isWorse) throw tooBad(found.quote, agreed);
  return found;
}

/** The worst that was agreed to for a payment that waits; undefined for one that is not exchanged. */
export async function agreedQuote({ tx }: Pick<Ctx, 'tx'>, { quote_id }: Payment): Promise<Quote | undefined> {
  return quote_id === null ? undefined : (await quotesOf(tx, [quote_id])).get(quote_id);
}

const sum = (value: Money): string => `${formatAmount(value)} ${value.currency}`;

function tooBad({ side, price: { sell, buy } }: Quote, agreed: Quote): Refusal {
  const what =
    side === 'sell'
      ? `${sum(sell)} buy ${sum(buy)} at the moment, less than the ${sum(limitOf(agreed))} that were agreed to.`
      : `${sum(buy)} take ${sum(sell)} at the moment, more than the ${sum(limitOf(agreed))} that were agreed to.`;
  return new Refusal('rate_moved', {
    message: `${what} Nothing was sent, and it still waits. Approve it at a better rate, or send it back.`,
  });
}

/** What becomes of the columns of a payment with its exchange. */
export const columnsOfExchange = ({ quote: { id, price } }: ToUse) => ({
  quote_id: id,
  sold_currency: price.sell.currency,
  sold_minor: price.sell.minor,
  amount_minor: price.buy.minor,
});

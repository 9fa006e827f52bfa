import { moneyText } from '@larkmere/money/amount-text';
import { compare, formatAmount, type Money, readAmount } from '@larkmere/money/money';
import { lessMargin } from '@larkmere/money/rate';
import { v7 } from 'uuid';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';
import { teamTolerance } from './fx.sql.ts';
import type { Quote, Tier } from './fx.ts';
import { priceOn } from './price.ts';
import { keptAs, quoteToUse, type ToUse } from './quote-to-use.ts';

type Who = Readonly<{ customerId: string; personId: string }>;

/** `limit` is the amount that depends on the rate: the most that is sold or the least that is bought. */
export type Worst = ToUse & Readonly<{ limit: Money }>;

/**
 * Assumes that the market moves against the customer by the whole tolerance. Never traded on. Refuses `amount_invalid`
 * if nothing would be bought.
 */
export async function worstQuote(ctx: Pick<Ctx, 'tx' | 'now'>, who: Who, quote: Quote): Promise<Worst> {
  const { side, price } = quote;
  const { mid, marginBps, fee, sell, buy } = price;
  const terms = { mid: lessMargin(mid, await teamTolerance(ctx.tx)), marginBps, fee };
  const worst = priceOn(terms, side, side === 'sell' ? sell : buy);
  if (!worst) throw new Refusal('amount_invalid');
  const kept = keptAs(ctx, who, { ...quote, id: v7(), state: 'withdrawn', price: worst, indicative: true });
  return { ...kept, limit: limitOf(kept.quote) };
}

const limitOf = ({ side, price: { sell, buy } }: Quote): Money => (side === 'sell' ? buy : sell);

const words = {
  payment: { what: 'payments', done: 'sent', least: 'sent' },
  exchange: { what: 'exchanges', done: 'exchanged', least: 'bought' },
} as const;

/** Refuses `approval_required`, with the worst case in its data, unless the customer agreed to exactly that amount. */
export function requireAgreed({ quote, limit }: Worst, agreed: string | undefined, kind: keyof typeof words): void {
  const typed = agreed === undefined ? undefined : readAmount(limit.currency, agreed);
  if (typed && compare(typed, limit) === 0) return;
  const [amount, currency] = [formatAmount(limit), limit.currency];
  const { what, done, least } = words[kind];
  const how =
    quote.side === 'sell'
      ? `${amount} ${currency} are ${least} at least`
      : `${amount} ${currency} ${kind === 'payment' ? 'beside the fee ' : ''}are taken at most`;
  throw new Refusal('approval_required', {
    message: `A colleague has to approve ${what} like this, and the rate does not wait for that. Nothing was ${done}. Agree that ${how} at the rate of then.`,
    data: { worst: amount, currency },
  });
}

/** Refuses `rate_moved` while the current price is worse than the agreed one, and as `createImmediateQuote`. */
export async function quoteWithin(
  ctx: Pick<Ctx, 'tx' | 'now'>,
  who: Who & Readonly<{ userType: Tier }>,
  agreed: Quote,
): Promise<ToUse> {
  const { side, price } = agreed;
  const [sell, buy] = [price.sell.currency, price.buy.currency];
  const amount = side === 'sell' ? price.sell : price.buy;
  const found = await quoteToUse(ctx, who, { tier: who.userType, side, sell, buy, amount });
  const isWorse = compare(found.quote.price.sell, price.sell) > 0 || compare(found.quote.price.buy, price.buy) < 0;
  if (isWorse) throw tooBad(found.quote, agreed);
  return found;
}

function tooBad({ side, price: { sell, buy } }: Quote, agreed: Quote): Refusal {
  const what =
    side === 'sell'
      ? `${moneyText(sell)} buy ${moneyText(buy)} at the moment, less than the ${moneyText(limitOf(agreed))} that were agreed to.`
      : `${moneyText(buy)} take ${moneyText(sell)} at the moment, more than the ${moneyText(limitOf(agreed))} that were agreed to.`;
  return new Refusal('rate_moved', {
    message: `${what} Nothing was moved, and it still waits. Approve it at a better rate, or send it back.`,
  });
}

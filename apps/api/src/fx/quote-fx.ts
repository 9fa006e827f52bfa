import type { contract } from '@larkmere/contract/contract';
import { v7 } from 'uuid';
import { requireAmount } from '../kernel/amount.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { CustomerCtx, Verb } from '../kernel/verb.ts';
import { requireOwnPayee } from '../payee/payee.ts';
import { demandsOnExchange } from './demands.ts';
import { insertQuote, quotesAgainAt, withdrawQuote } from './fx.sql.ts';
import type { Quote } from './fx.ts';
import { viewQuote } from './fx.view.ts';
import { requireMayDeal } from './may-deal.ts';
import { pricedNow } from './priced-now.ts';
import { columnsOf, quoteOf } from './quote.ts';
import { type Worst, worstQuote } from './worst-quote.ts';

export const quoteFx: Verb<typeof contract.fx.quote> = async (ctx, input) => {
  const { tx, actor, now } = ctx;
  const { sell, buy, side, payeeUid, replaces } = input;
  const { mayUpgrade } = await requireMayDeal(ctx, payeeUid ? 'payment.crosscurrency' : 'fx.instant');
  if (payeeUid) await requirePaidIn(ctx, payeeUid, buy);
  await requireTempo(ctx);
  const amount = requireAmount(side === 'sell' ? sell : buy, input.amount);
  const wanted = { side, sell, buy, amount };
  const { price, terms } = await pricedNow(ctx, { ...wanted, tier: actor.userType });
  const offersPlus = actor.userType === 'wallet' && mayUpgrade;
  const plus = offersPlus ? await pricedNow(ctx, { ...wanted, tier: 'plus' }) : undefined;
  if (replaces) await withdrawQuote(tx, replaces, actor.personId);
  const row = await insertQuote(tx, {
    id: v7(),
    customer_id: actor.customerId,
    person_id: actor.personId,
    tier: actor.userType,
    side,
    ...columnsOf(price),
    off_hours: terms.closed !== undefined,
    indicative: terms.indicative,
    expires_at: new Date(now.getTime() + terms.validSeconds * 1000),
  });
  const quote = quoteOf(row);
  return viewQuote(quote, terms, { plus: plus?.price, worst: payeeUid ? undefined : await worstUnderRule(ctx, quote) });
};

async function worstUnderRule(ctx: CustomerCtx, quote: Quote): Promise<Worst | undefined> {
  try {
    const demands = await demandsOnExchange(ctx, ctx.actor, quote.price.sell);
    return demands.length > 0 ? await worstQuote(ctx, ctx.actor, quote) : undefined;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

async function requirePaidIn(ctx: CustomerCtx, payeeUid: string, buy: string): Promise<void> {
  const { currency, status } = await requireOwnPayee(ctx, payeeUid);
  if (status !== 'approved' || currency !== buy) throw new Refusal('payee_not_approved');
}

/** A quote is a free option for the customer, so their number per minute is limited. */
async function requireTempo({ tx, actor, now }: CustomerCtx): Promise<void> {
  const againAt = await quotesAgainAt(tx, actor.customerId);
  if (!againAt) return;
  const retryAfterSeconds = Math.max(1, Math.ceil((againAt.getTime() - now.getTime()) / 1000));
  const message = `You asked for many prices in a short time. Nothing was exchanged. Try again in ${retryAfterSeconds} seconds.`;
  throw new Refusal('rate_limited', { message, retryAfterSeconds, data: { retryAfter: retryAfterSeconds } });
}

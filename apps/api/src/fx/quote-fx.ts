import type { contract } from '@larkmere/contract/contract';
import { isPositive, type Money, readAmount } from '@larkmere/money/money';
import { v7 } from 'uuid';
import { Refusal } from '../kernel/refusal.ts';
import type { CustomerCtx, Verb } from '../kernel/verb.ts';
import { insertQuote, quotesAgainAt, withdrawQuote } from './fx.sql.ts';
import { priceNow } from './fx.ts';
import { viewQuote } from './fx.view.ts';
import { requireMayDeal } from './may-deal.ts';
import { columnsOf, quoteOf } from './quote.ts';

/**
 * Prices a conversion for the caller's tier and promises the price until it expires. Refuses like `priceNow`, with
 * `account_restricted` for who may not deal, `service_off`, and `rate_limited` for who asks too often.
 */
export const quoteFx: Verb<typeof contract.fx.quote> = async (ctx, input) => {
  const { tx, actor, now } = ctx;
  const { sell, buy, side, replaces } = input;
  await requireMayDeal(ctx, 'fx.instant');
  await requireTempo(ctx);
  const amount = requireAmount(readAmount(side === 'sell' ? sell : buy, input.amount));
  const wanted = { side, sell, buy, amount };
  const { price, terms } = await priceNow(ctx, { ...wanted, tier: actor.userType });
  const plus = actor.userType === 'wallet' ? await priceNow(ctx, { ...wanted, tier: 'plus' }) : undefined;
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
  return viewQuote(quoteOf(row), terms, plus?.price);
};

/** A promise costs us something, so nobody may collect them. */
async function requireTempo({ tx, actor, now }: CustomerCtx): Promise<void> {
  const againAt = await quotesAgainAt(tx, actor.customerId);
  if (!againAt) return;
  const retryAfterSeconds = Math.max(1, Math.ceil((againAt.getTime() - now.getTime()) / 1000));
  const message = `You asked for many prices in a short time. Nothing was exchanged. Try again in ${retryAfterSeconds} seconds.`;
  throw new Refusal('rate_limited', { message, retryAfterSeconds, data: { retryAfter: retryAfterSeconds } });
}

function requireAmount(amount: Money | undefined): Money {
  if (amount && isPositive(amount)) return amount;
  throw new Refusal('amount_invalid', {
    errors: [{ field: 'amount', code: 'amount_invalid', message: 'Enter an amount above zero, such as 25.00' }],
  });
}

import { Refusal } from '../kernel/refusal.ts';
import type { CustomerCtx } from '../kernel/verb.ts';
import { enterQuoteState, lockQuoteRow } from './fx.sql.ts';
import type { Quote } from './fx.ts';
import { hasMoved } from './price.ts';
import { quoteOf } from './quote.ts';
import { termsNow } from './terms.ts';

const jumpBps = 50;

/**
 * Refuses `not_found` for another customer's quote, `quote_used`, `quote_expired`, `market_closed` for an indicative
 * quote, and `rate_moved` after a market jump.
 */
export async function lockOpenQuote(ctx: CustomerCtx, quoteId: string): Promise<Quote> {
  const { tx, actor, now } = ctx;
  const row = await lockQuoteRow(tx, quoteId);
  if (!row || row.customer_id !== actor.customerId || row.person_id !== actor.personId) throw new Refusal('not_found');
  if (row.state === 'accepted' || row.state === 'used') throw new Refusal('quote_used');
  if (row.state !== 'open' || row.expires_at <= now || row.tier !== actor.userType) throw new Refusal('quote_expired');
  if (row.indicative) throw new Refusal('market_closed');
  const quote = quoteOf(row);
  const { mid } = await termsNow(ctx, {
    tier: quote.tier,
    sell: quote.price.sell.currency,
    buy: quote.price.buy.currency,
  });
  if (hasMoved(quote.price.mid, mid, jumpBps)) throw new Refusal('rate_moved');
  await enterQuoteState(tx, quoteId, 'accepted');
  return { ...quote, state: 'accepted' };
}

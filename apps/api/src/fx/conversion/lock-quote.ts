import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx } from '../../platform/requests/verb.ts';
import { lockQuoteRow, setQuoteState } from './conversion.sql.ts';
import { currentDealTerms } from './deal-terms.ts';
import { hasMoved } from './price.ts';
import { type Quote, quoteFromRow } from './quote-row.ts';

const maxMarketMoveBps = 50;

/**
 * Refuses `not_found` for another customer's quote, `quote_used`, `quote_expired`, `market_closed` for an indicative
 * quote, and `rate_moved` after a market jump.
 */
export async function lockOpenQuote(ctx: CustomerCtx, quoteId: string): Promise<Quote> {
  const { tx, actor, now } = ctx;
  const row = await lockQuoteRow(tx, quoteId);
  if (!row || row.customerId !== actor.customerId || row.userId !== actor.userId) throw new Refusal('not_found');
  if (row.state === 'accepted' || row.state === 'used') throw new Refusal('quote_used');
  if (row.state !== 'open' || row.expiresAt <= now || row.tier !== actor.userType) throw new Refusal('quote_expired');
  if (row.indicative) throw new Refusal('market_closed');
  const quote = quoteFromRow(row);
  const { mid } = await currentDealTerms(ctx, {
    tier: quote.tier,
    sell: quote.price.sell.currency,
    buy: quote.price.buy.currency,
  });
  if (hasMoved(quote.price.mid, mid, maxMarketMoveBps)) throw new Refusal('rate_moved');
  await setQuoteState(tx, quoteId, 'accepted');
  return { ...quote, state: 'accepted' };
}

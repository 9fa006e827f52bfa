import { message } from '@larkmere/messages/message';
import { compareRates, readRate } from '@larkmere/money/rate';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx } from '../../platform/requests/verb.ts';
import { findDisplayedQuote } from './conversion.sql.ts';
import { buildUsedQuote, type EndedQuote } from './immediate-quote.ts';
import { calculatePrice, hasMoved, type Price, type QuoteRequest, spotPrice } from './price.ts';
import { quoteFromRow } from './quote-row.ts';

/**
 * Accepts only a rate that this person was really shown, at unchanged margin and fee: a client must not invent one.
 * Refuses `rate_moved`, and as `createImmediateQuote`.
 */
export async function honourDisplayedRate(
  ctx: CustomerCtx,
  input: Omit<QuoteRequest, 'tier'>,
  rate: string,
): Promise<EndedQuote> {
  const { tx, actor } = ctx;
  const who = { customerId: actor.customerId, userId: actor.userId };
  const request = { ...input, tier: actor.userType };
  const { terms } = await spotPrice(ctx, request);
  if (terms.indicative) throw new Refusal('market_closed');
  const { sell, buy, side, amount } = request;
  const shown = await findDisplayedQuote(tx, { ...who, tier: request.tier, sell, buy, rate });
  const at = shown && quoteFromRow(shown).price;
  const price =
    at && !hasMoved(at.mid, terms.mid, shown.toleranceBps)
      ? calculatePrice({ ...terms, mid: at.mid }, side, amount)
      : undefined;
  if (!price || !hasRate(price, rate)) throw new Refusal('rate_moved', { reason: message('displayed_rate_expired') });
  return buildUsedQuote(ctx, request, { price, terms });
}

function hasRate({ rate, sell, buy }: Price, shown: string): boolean {
  const read = readRate(sell.currency, buy.currency, shown);
  return read !== undefined && compareRates(rate, read) === 0;
}

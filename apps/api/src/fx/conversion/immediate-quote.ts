import { message } from '@larkmere/messages/message';
import { compareRates, readRate } from '@larkmere/money/rate';
import { v7 } from 'uuid';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, CustomerCtx } from '../../platform/requests/verb.ts';
import { findDisplayedQuote, insertQuote } from './conversion.sql.ts';
import type { DealTerms } from './deal-terms.ts';
import { calculatePrice, hasMoved, type Price, type QuoteRequest, spotPrice } from './price.ts';
import { type Quote, quoteFromRow, toPriceColumns } from './quote-row.ts';

type QuoteOwner = Readonly<{ customerId: string; userId: string }>;

/** A quote that ends at once, used or withdrawn. It is not in the database until `storeEndedQuote`. */
export type EndedQuote = Quote & Readonly<{ state: 'used' | 'withdrawn' }>;

/** A quote that counts as used at once. Refuses as `spotPrice`, and `market_closed` for an indicative price. */
export async function createImmediateQuote(ctx: Pick<Ctx, 'tx' | 'now'>, request: QuoteRequest): Promise<EndedQuote> {
  const { price, terms } = await spotPrice(ctx, request);
  if (terms.indicative) throw new Refusal('market_closed');
  return buildUsedQuote(ctx, request, { price, terms });
}

function buildUsedQuote(
  { now }: Pick<Ctx, 'now'>,
  { tier, side }: QuoteRequest,
  { price, terms }: Readonly<{ price: Price; terms: DealTerms }>,
): EndedQuote {
  const expiresAt = new Date(now.getTime() + terms.validSeconds * 1000);
  const offHours = terms.closed !== undefined;
  return { id: v7(), state: 'used', tier, side, price, offHours, indicative: false, expiresAt };
}

export async function storeEndedQuote(
  { tx, now }: Pick<Ctx, 'tx' | 'now'>,
  { customerId, userId }: QuoteOwner,
  { id, state, tier, side, price, offHours, indicative, expiresAt }: EndedQuote,
): Promise<void> {
  await insertQuote(tx, {
    id,
    customerId,
    userId,
    tier,
    side,
    ...toPriceColumns(price),
    offHours,
    indicative,
    state,
    madeAt: now,
    expiresAt,
    endedAt: now,
  });
}

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

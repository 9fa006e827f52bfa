import { v7 } from 'uuid';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { insertQuote } from './conversion.sql.ts';
import type { DealTerms } from './deal-terms.ts';
import { type Price, type QuoteRequest, spotPrice } from './price.ts';
import { type Quote, toPriceColumns } from './quote-row.ts';

type QuoteOwner = Readonly<{ customerId: string; userId: string }>;

/** A quote that ends at once, used or withdrawn. It is not in the database until `storeEndedQuote`. */
export type EndedQuote = Quote & Readonly<{ state: 'used' | 'withdrawn' }>;

/** A quote that counts as used at once. Refuses as `spotPrice`, and `market_closed` for an indicative price. */
export async function createImmediateQuote(ctx: Pick<Ctx, 'tx' | 'now'>, request: QuoteRequest): Promise<EndedQuote> {
  const { price, terms } = await spotPrice(ctx, request);
  if (terms.indicative) throw new Refusal('market_closed');
  return buildUsedQuote(ctx, request, { price, terms });
}

export function buildUsedQuote(
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

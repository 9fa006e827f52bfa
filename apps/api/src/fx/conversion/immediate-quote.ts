import { v7 } from 'uuid';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { insertQuote } from './conversion.sql.ts';
import type { DealTerms } from './deal-terms.ts';
import type { Price } from './price.ts';
import { type Quote, toPriceColumns } from './quote-row.ts';
import { type QuoteRequest, spotPrice } from './spot-price.ts';

type QuoteOwner = Readonly<{ customerId: string; userId: string }>;

/**
 * A quote that counts as used at once; nothing is written until `persist` runs. Refuses as `priceNow`, and
 * `market_closed` for an indicative price.
 */
export async function createImmediateQuote(
  ctx: Pick<Ctx, 'tx' | 'now'>,
  { customerId, userId }: QuoteOwner,
  wanted: QuoteRequest,
): Promise<ImmediateQuote> {
  const { price, terms } = await spotPrice(ctx, wanted);
  if (terms.indicative) throw new Refusal('market_closed');
  return buildUsedQuote(ctx, { customerId, userId }, wanted, { price, terms });
}

export type ImmediateQuote = Readonly<{ quote: Quote; persist: () => Promise<void> }>;

export function buildUsedQuote(
  { tx, now }: Pick<Ctx, 'tx' | 'now'>,
  { customerId, userId }: QuoteOwner,
  { tier, side }: QuoteRequest,
  { price, terms }: Readonly<{ price: Price; terms: DealTerms }>,
): ImmediateQuote {
  const expiresAt = new Date(now.getTime() + terms.validSeconds * 1000);
  const off = { offHours: terms.closed !== undefined, indicative: false };
  return buildEndedQuote(
    { tx, now },
    { customerId, userId },
    { id: v7(), state: 'used', tier, side, price, ...off, expiresAt },
  );
}

export function buildEndedQuote(
  { tx, now }: Pick<Ctx, 'tx' | 'now'>,
  { customerId, userId }: QuoteOwner,
  quote: Quote & { state: 'used' | 'withdrawn' },
): ImmediateQuote {
  const { id, state, tier, side, price, offHours, indicative, expiresAt } = quote;
  const keep = async (): Promise<void> => {
    await insertQuote(tx, {
      id,
      customer_id: customerId,
      user_id: userId,
      tier,
      side,
      ...toPriceColumns(price),
      off_hours: offHours,
      indicative,
      state,
      made_at: now,
      expires_at: expiresAt,
      ended_at: now,
    });
  };
  return { quote, persist: keep };
}

import { v7 } from 'uuid';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';
import { insertQuote } from './fx.sql.ts';
import type { DealTerms, Price, Quote, Wanted } from './fx.ts';
import { pricedNow } from './priced-now.ts';
import { columnsOf } from './quote.ts';

type For = Readonly<{ customerId: string; personId: string }>;

/**
 * A quote that counts as used at once; nothing is written until `persist` runs. Refuses as `priceNow`, and
 * `market_closed` for an indicative price.
 */
export async function quoteToUse(
  ctx: Pick<Ctx, 'tx' | 'now'>,
  { customerId, personId }: For,
  wanted: Wanted,
): Promise<ToUse> {
  const { price, terms } = await pricedNow(ctx, wanted);
  if (terms.indicative) throw new Refusal('market_closed');
  return usedAt(ctx, { customerId, personId }, wanted, { price, terms });
}

export type ToUse = Readonly<{ quote: Quote; keep: () => Promise<void> }>;

export function usedAt(
  { tx, now }: Pick<Ctx, 'tx' | 'now'>,
  { customerId, personId }: For,
  { tier, side }: Wanted,
  { price, terms }: Readonly<{ price: Price; terms: DealTerms }>,
): ToUse {
  const expiresAt = new Date(now.getTime() + terms.validSeconds * 1000);
  const off = { offHours: terms.closed !== undefined, indicative: false };
  return keptAs(
    { tx, now },
    { customerId, personId },
    { id: v7(), state: 'used', tier, side, price, ...off, expiresAt },
  );
}

export function keptAs(
  { tx, now }: Pick<Ctx, 'tx' | 'now'>,
  { customerId, personId }: For,
  quote: Quote & { state: 'used' | 'withdrawn' },
): ToUse {
  const { id, state, tier, side, price, offHours, indicative, expiresAt } = quote;
  const keep = async (): Promise<void> => {
    await insertQuote(tx, {
      id,
      customer_id: customerId,
      person_id: personId,
      tier,
      side,
      ...columnsOf(price),
      off_hours: offHours,
      indicative,
      state,
      made_at: now,
      expires_at: expiresAt,
      ended_at: now,
    });
  };
  return { quote, keep };
}

import { compareRates, readRate } from '@larkmere/money/rate';
import { Refusal } from '../kernel/refusal.ts';
import type { CustomerCtx } from '../kernel/verb.ts';
import { shownQuote } from './fx.sql.ts';
import type { Price, Wanted } from './fx.ts';
import { hasMoved, priceOn } from './price.ts';
import { pricedNow } from './priced-now.ts';
import { quoteOf } from './quote.ts';
import { type ToUse, usedAt } from './quote-to-use.ts';

/**
 * Accepts only a rate that this person was really shown, at unchanged margin and fee: a client must not invent one.
 * Refuses `rate_moved`, and as `createImmediateQuote`.
 */
export async function quoteAsShown(ctx: CustomerCtx, wanted: Omit<Wanted, 'tier'>, rate: string): Promise<ToUse> {
  const { tx, actor } = ctx;
  const who = { customerId: actor.customerId, personId: actor.personId };
  const asked = { ...wanted, tier: actor.userType };
  const { terms } = await pricedNow(ctx, asked);
  if (terms.indicative) throw new Refusal('market_closed');
  const { sell, buy, side, amount } = asked;
  const shown = await shownQuote(tx, { ...who, tier: asked.tier, sell, buy, rate });
  const at = shown && quoteOf(shown).price;
  const price =
    at && !hasMoved(at.mid, terms.mid, shown.tolerance_bps)
      ? priceOn({ ...terms, mid: at.mid }, side, amount)
      : undefined;
  if (!price || !isAt(price, rate))
    throw new Refusal('rate_moved', {
      message: 'The rate is no longer the one that you saw. Nothing was sent. Check the new rate.',
    });
  return usedAt(ctx, who, asked, { price, terms });
}

function isAt({ rate, sell, buy }: Price, shown: string): boolean {
  const read = readRate(sell.currency, buy.currency, shown);
  return read !== undefined && compareRates(rate, read) === 0;
}

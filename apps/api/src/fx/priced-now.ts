import { compare, formatAmount } from '@larkmere/money/money';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';
import type { DealTerms, Price, Wanted } from './fx.ts';
import { priceOn } from './price.ts';
import { termsNow } from './terms.ts';

/** Refuses `pair_unavailable`, `market_closed`, `rate_unavailable`, `limit_exceeded` and `amount_invalid`. */
export async function pricedNow(
  ctx: Pick<Ctx, 'tx' | 'now'>,
  { tier, side, sell, buy, amount }: Wanted,
): Promise<Readonly<{ price: Price; terms: DealTerms }>> {
  const terms = await termsNow(ctx, { tier, sell, buy });
  const price = priceOn(terms, side, amount);
  if (!price)
    throw new Refusal('amount_invalid', { message: 'This amount is too small to exchange. Enter a larger one.' });
  if (compare(price.sell, terms.most) > 0) {
    const limit = formatAmount(terms.most);
    const message = `You can exchange up to ${limit} ${sell} at a time. Nothing was exchanged.`;
    throw new Refusal('limit_exceeded', { message, data: { limit, currency: sell } });
  }
  return { price, terms };
}

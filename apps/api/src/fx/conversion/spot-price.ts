import { message } from '@larkmere/messages/message';
import { type Currency, compare, formatAmount, type Money } from '@larkmere/money/money';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { currentDealTerms, type DealTerms } from './deal-terms.ts';
import { calculatePrice, type Price, type Side, type Tier } from './price.ts';

/**
 * At the rate of now; `marketAt` is the moment for which the market counts as open or closed. Refuses
 * `pair_unavailable`, `market_closed`, `rate_unavailable`, `limit_exceeded` and `amount_invalid`.
 */
export async function spotPrice(
  ctx: Pick<Ctx, 'tx' | 'now'>,
  { tier, side, sell, buy, amount }: QuoteRequest,
  marketAt: Date = ctx.now,
): Promise<Readonly<{ price: Price; terms: DealTerms }>> {
  const terms = await currentDealTerms(ctx, { tier, sell, buy }, marketAt);
  const price = calculatePrice(terms, side, amount);
  if (!price) throw new Refusal('amount_invalid', { reason: message('exchange_amount_too_small') });
  if (compare(price.sell, terms.maxSell) > 0) {
    const limit = terms.maxSell;
    throw new Refusal('limit_exceeded', {
      reason: message('exchange_limit_exceeded', { limit }),
      data: { limit: formatAmount(limit), currency: sell },
    });
  }
  return { price, terms };
}

export type QuoteRequest = Readonly<{ tier: Tier; side: Side; sell: Currency; buy: Currency; amount: Money }>;

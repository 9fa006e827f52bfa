import { lessMargin } from '@larkmere/money/rate';
import { v7 } from 'uuid';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';
import { teamTolerance } from './fx.sql.ts';
import type { Quote } from './fx.ts';
import { priceOn } from './price.ts';
import { keptAs, type ToUse } from './quote-to-use.ts';

/**
 * The worst that may become of an exchange that waits for colleagues: what the customer fixed stays, and the market has
 * gone against them as far as the setting allows. For looking at only; nothing is dealt at it. Refuses `amount_invalid`
 * for so little that it would buy nothing.
 */
export async function worstQuote(
  ctx: Pick<Ctx, 'tx' | 'now'>,
  who: Readonly<{ customerId: string; personId: string }>,
  quote: Quote,
): Promise<ToUse> {
  const { side, price } = quote;
  const { mid, marginBps, fee, sell, buy } = price;
  const terms = { mid: lessMargin(mid, await teamTolerance(ctx.tx)), marginBps, fee };
  const worst = priceOn(terms, side, side === 'sell' ? sell : buy);
  if (!worst) throw new Refusal('amount_invalid');
  return keptAs(ctx, who, { ...quote, id: v7(), state: 'withdrawn', price: worst, indicative: true });
}

import type { Currency } from '@larkmere/money/money';
import type { Rate } from '@larkmere/money/rate';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx } from '../../platform/requests/verb.ts';
import { pairMargins, tierRate } from '../conversion/conversion.ts';
import { midRate } from '../rate/rate.ts';

export async function requireCustomerRate(ctx: CustomerCtx, sell: Currency, buy: Currency): Promise<Rate> {
  const margins = sell === buy ? undefined : await pairMargins(ctx, sell, buy);
  if (!margins) throw new Refusal('pair_unavailable');
  const { rate: mid } = await midRate(ctx, sell, buy);
  return tierRate(mid, margins[ctx.actor.userType]);
}

export const findCustomerRate = (ctx: CustomerCtx, sell: Currency, buy: Currency): Promise<Rate | undefined> =>
  requireCustomerRate(ctx, sell, buy).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined;
    throw error;
  });

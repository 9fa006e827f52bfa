import type { Currency } from '@larkmere/money/money';
import type { Rate } from '@larkmere/money/rate';
import { marginsOf, tierRate } from '../fx/fx.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { CustomerCtx } from '../kernel/verb.ts';
import { midRate } from '../rate/rate.ts';

export async function ownRate(ctx: CustomerCtx, sell: Currency, buy: Currency): Promise<Rate> {
  const margins = sell === buy ? undefined : await marginsOf(ctx, sell, buy);
  if (!margins) throw new Refusal('pair_unavailable');
  const { rate: mid } = await midRate(ctx, sell, buy);
  return tierRate(mid, margins[ctx.actor.userType]);
}

export const ownRateNow = (ctx: CustomerCtx, sell: Currency, buy: Currency): Promise<Rate | undefined> =>
  ownRate(ctx, sell, buy).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined;
    throw error;
  });

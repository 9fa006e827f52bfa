import { inMarketOrder } from '@larkmere/money/market-order';
import type { Currency } from '@larkmere/money/money';
import { formatRate } from '@larkmere/money/rate';
import type { DealTerms, Tier } from '../fx/fx.ts';
import { dealTerms, tierRate } from '../fx/fx.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';
import { type Pair, pairsAtWork, type Tick, triggerAtTarget, triggerDue } from './auto-fx.sql.ts';

const targetDecimals = 10;

/** What is known of a pair now. `dealt`: it has a price at all; `blockedUntil`: nothing is dealt until the market opens. */
export type PairNow = Readonly<{ terms: DealTerms | undefined; dealt: boolean; blockedUntil: Date | undefined }>;

/** The terms of a pair, or why there are none. */
export async function pairNow(ctx: Pick<Ctx, 'tx' | 'now'>, { sell, buy, tier }: Pair): Promise<PairNow> {
  const wanted = { sell: sell as Currency, buy: buy as Currency, tier: tier as Tier };
  try {
    return { terms: await dealTerms(ctx, wanted), dealt: true, blockedUntil: undefined };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const opensAt = error.code === 'market_closed' ? error.data?.opensAt : undefined;
    const blockedUntil = typeof opensAt === 'string' ? new Date(opensAt) : undefined;
    return { terms: undefined, dealt: error.code !== 'pair_unavailable', blockedUntil };
  }
}

/**
 * Decides which orders the present rates and the present time fire, all in this transaction, and answers how many. They
 * are carried out behind it; a rate that is not to be had fires nothing.
 */
export async function triggerOrders(ctx: Pick<Ctx, 'tx' | 'now'>): Promise<number> {
  let fired = await triggerDue(ctx.tx);
  for (const pair of await pairsAtWork(ctx.tx)) {
    const { terms } = await pairNow(ctx, pair);
    if (terms) fired += await triggerAtTarget(ctx.tx, tickOf(pair, terms));
  }
  return fired;
}

function tickOf(pair: Pair, { mid, marginBps }: DealTerms): Tick {
  const rate = inMarketOrder(tierRate(mid, marginBps));
  const roundedDown = formatRate(rate, targetDecimals, 'down');
  return { ...pair, roundedDown, roundedUp: formatRate(rate, targetDecimals, 'up') };
}
